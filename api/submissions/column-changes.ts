import { createHash } from 'node:crypto';
import { quoted, type FormColumn } from './columns.ts';

/** What makes a column of a form's tables fit its field. */
export interface ColumnChange {
  /** Whether the tables get one more column. */
  readonly isNew: boolean;
  /** By the table's name in SQL, in this order. */
  readonly statements: readonly ((table: string) => string)[];
}

/**
 * A field has one column for each type that it ever had. The one of its type now bears the field's name; the others are
 * put aside with their answers, and each is taken up again as it was when its type returns. A type that is new to the
 * field begins empty, but for text: as text every answer can be shown, so it begins with what the field had till then.
 * @param existing types of the table's columns by their names, oldest first
 */
export function changesFor({ name, type }: FormColumn, existing: ReadonlyMap<string, string>): ColumnChange {
  const before = existing.get(name);
  if (before === type) return { isNew: false, statements: [] };
  const aside = before === undefined ? null : asideName(name, before);
  const former = formerName({ name, type }, existing);
  const putAside = aside === null ? [] : [rename(name, aside)];
  if (former !== null) return { isNew: false, statements: [...putAside, rename(former, name)] };
  const add = (table: string): string => `ALTER TABLE ${table} ADD COLUMN ${quoted(name)} ${type}`;
  const fill = aside !== null && type === 'text' ? [copyText(aside, name)] : [];
  return { isNew: true, statements: [...putAside, add, ...fill] };
}

/** The column of a field's former type that was put aside, if there is one. */
function formerName(
  { name, type }: Omit<FormColumn, 'key'>,
  existing: ReadonlyMap<string, string>,
): string | null {
  const own = asideName(name, type);
  if (existing.has(own)) return own;
  // Earlier versions put a random word before the name, and could put several columns of one type aside.
  const older = [...existing].filter(
    ([other, its]) => its === type && /^old_[a-z0-9]{8}_/.test(other) && other.slice(PREFIX) === name,
  );
  return older.at(-1)?.[0] ?? null;
}

const MOST_BYTES = 63;
const HASH_CHARACTERS = 8;
const PREFIX = 'old__'.length + HASH_CHARACTERS;

/** The one name of a field's column of a type while it is put aside, within the 63 bytes that Postgres keeps. */
function asideName(name: string, type: string): string {
  const hash = createHash('sha256').update(`${type}\0${name}`).digest('hex').slice(0, HASH_CHARACTERS);
  let aside = `old_${hash}_`;
  for (const character of name) {
    if (Buffer.byteLength(aside + character) > MOST_BYTES) break;
    aside += character;
  }
  return aside;
}

function rename(from: string, to: string): (table: string) => string {
  return (table) => `ALTER TABLE ${table} RENAME COLUMN ${quoted(from)} TO ${quoted(to)}`;
}

function copyText(from: string, to: string): (table: string) => string {
  return (table) =>
    `UPDATE ${table} SET ${quoted(to)} = ${quoted(from)}::text WHERE ${quoted(from)} IS NOT NULL`;
}
