import type { Entry } from './entries.ts';

/**
 * Tells the entries of a list from each other over its changes, whoever makes them: what is open, and what is typed in, is
 * an entry and not a place.
 */
export class TrackedEntries {
  readonly #nameOf: (entry: Entry) => string;
  #entries: readonly Entry[] = [];
  #ids: readonly number[] = [];
  #next = 0;

  /** @param nameOf what an entry keeps when all else of it changes; '' for nothing */
  constructor(nameOf: (entry: Entry) => string) {
    this.#nameOf = nameOf;
  }

  /** One number for each entry, the same as long as it is the same entry. */
  idsOf(entries: readonly Entry[]): readonly number[] {
    if (entries === this.#entries) return this.#ids;
    const former = matchEntries(this.#entries, entries, this.#nameOf);
    const before = this.#ids;
    this.#ids = former.map((index) => before[index] ?? this.#next++);
    this.#entries = entries;
    return this.#ids;
  }
}

/**
 * Which entry of a list each entry of the changed list was: its former index, -1 for a new one. The same text is the same
 * entry, then the same name; a single one that is left on both sides was changed in its place.
 */
export function matchEntries(
  before: readonly Entry[],
  after: readonly Entry[],
  nameOf: (entry: Entry) => string,
): readonly number[] {
  const [old, now] = [before, after].map((entries) => entries.map((entry) => JSON.stringify(entry)));
  const former = after.map(() => -1);
  const free = new Set(before.keys());
  const take = (index: number, was: number): void => {
    former[index] = was;
    free.delete(was);
  };
  // Of entries that say the same, those at either end stay what they were.
  let start = 0;
  while (start < after.length && start < before.length && old?.[start] === now?.[start]) take(start, start++);
  let end = 0;
  while (end < Math.min(after.length, before.length) - start && old?.at(-1 - end) === now?.at(-1 - end)) {
    end += 1;
    take(after.length - end, before.length - end);
  }
  const matchBy = (was: readonly string[], is: readonly string[]): void => {
    const places = new Map<string, number[]>();
    for (const index of free) {
      const text = was[index] ?? '';
      if (text !== '') places.set(text, [...(places.get(text) ?? []), index]);
    }
    for (const [index, text] of is.entries()) {
      const found = former[index] === -1 ? places.get(text)?.shift() : undefined;
      if (found !== undefined) take(index, found);
    }
  };
  matchBy(old ?? [], now ?? []);
  matchBy(before.map(nameOf), after.map(nameOf));
  const left = former.flatMap((was, index) => (was === -1 ? [index] : []));
  const [only, ...others] = free;
  if (only !== undefined && others.length === 0 && left.length === 1) former[left[0] ?? 0] = only;
  return former;
}
