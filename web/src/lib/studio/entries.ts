import type { StudioDiagnostic } from '@platform/api/errors.ts';

/** An entry of a document's list as it stands there, perhaps not valid. */
export type Entry = Readonly<Record<string, unknown>>;

/** The list of a document that can be edited by clicks; null where the document has none. */
export function entriesOf(document: unknown, member: string): readonly Entry[] | null {
  if (typeof document !== 'object' || document === null || !Object.hasOwn(document, member)) return null;
  const list: unknown = Reflect.get(document, member);
  return Array.isArray(list) ? list.map((entry: unknown) => Object(entry) as Entry) : null;
}

/** A member as text; '' where it is none. */
export function textOf(entry: unknown, member: string): string {
  const value: unknown = Reflect.get(Object(entry), member);
  return typeof value === 'string' ? value : '';
}

/** A member as a list of texts; entries of another type are left out. */
export function linesOf(entry: Entry, member: string): readonly string[] {
  const value = entry[member];
  return Array.isArray(value) ? value.filter((line): line is string => typeof line === 'string') : [];
}

/** What is wrong in one place of a document and below it. */
export function mistakesAt(
  diagnostics: readonly StudioDiagnostic[],
  pointer: string,
): readonly StudioDiagnostic[] {
  return diagnostics.filter(({ path = '' }) => path === pointer || path.startsWith(`${pointer}/`));
}

/** The same for every entry of a list, read once for all of them. */
export function mistakesByEntry(
  diagnostics: readonly StudioDiagnostic[],
  list: string,
): ReadonlyMap<number, readonly StudioDiagnostic[]> {
  const start = `/${list}/`;
  const found = new Map<number, StudioDiagnostic[]>();
  for (const diagnostic of diagnostics) {
    const { path = '' } = diagnostic;
    const [index = ''] = path.startsWith(start) ? path.slice(start.length).split('/', 1) : [];
    if (!/^\d+$/.test(index)) continue;
    const those = found.get(Number(index));
    if (those) those.push(diagnostic);
    else found.set(Number(index), [diagnostic]);
  }
  return found;
}

/** A name that no entry has yet: `question_3`. */
export function freshName(taken: readonly string[], base: string): string {
  let number = taken.length + 1;
  while (taken.includes(`${base}_${number}`)) number += 1;
  return `${base}_${number}`;
}
