/** A name and the `@was` that was declared with it. */
export interface Naming {
  readonly name: string;
  readonly was: string | null;
}

/** A naming that was given up. `until` counts the plans that gave up any: the greater, the later. */
export interface FormerName extends Naming {
  readonly until: number;
}

interface Remembering {
  readonly until?: number;
  readonly earlier?: readonly FormerName[];
}

/** The count for what a plan of these tables gives up. */
export function thisTime(
  tables: readonly (Remembering & { readonly columns: readonly Remembering[] })[],
): number {
  const entries: readonly Remembering[] = tables.flatMap((table) => [table, ...table.columns]);
  const times = entries.flatMap(({ until, earlier }) => [
    until ?? 0,
    ...(earlier ?? []).map((former) => former.until),
  ]);
  return 1 + times.reduce((greatest, time) => Math.max(greatest, time), 0);
}

/** The names that an entry had, each once, when it is called `next` from now on. */
export function formerNames(
  { earlier = [] }: Remembering,
  last: Naming,
  next: Naming,
  now: number,
): { readonly earlier?: readonly FormerName[] } {
  const added = isSame(last, next) ? [] : [{ name: last.name, was: last.was, until: now }];
  const names = [...added, ...earlier.filter((former) => !added.some((naming) => isSame(naming, former)))];
  return names.length > 0 ? { earlier: names } : {};
}

/** Which of the entries gave up a name last, and when; with that very `@was` where one is given. */
export function lastCalled<T extends Remembering>(
  entries: readonly T[],
  name: string,
  was?: string,
): { readonly entry: T; readonly until: number } | undefined {
  return newest(
    entries.flatMap((entry) =>
      (entry.earlier ?? [])
        .filter((former) => former.name === name && (was === undefined || former.was === was))
        .map(({ until }) => ({ entry, until })),
    ),
  );
}

/** The one that was given up last; of equals the first. */
export function newest<T extends { readonly until?: number }>(items: readonly T[]): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || (item.until ?? 0) > (best.until ?? 0) ? item : best),
    undefined,
  );
}

function isSame(a: Naming, b: Naming): boolean {
  return a.name === b.name && a.was === b.was;
}
