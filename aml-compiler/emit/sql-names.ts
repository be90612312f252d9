import { SCOPE_NAME } from '../scope-name.ts';

/** Where a space's tables live and what their scope column holds. */
export interface SqlTarget {
  /** Name of the Postgres schema. */
  readonly schema: string;
  /** Value of the scope column, the same in every row. */
  readonly scope: string;
}

/** The scope column (spec 2.5). Its capital letter keeps it apart from every physical name. */
export const SCOPE_COLUMN = SCOPE_NAME;

/** An identifier in SQL. */
export function quoteName(name: string): string {
  if (name.includes('\0')) throw new Error('A name in SQL cannot hold a NUL character.');
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text literal that means the same whatever the server's `standard_conforming_strings` says. */
export function quoteText(text: string): string {
  if (text.includes('\0')) throw new Error('A text in SQL cannot hold a NUL character.');
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}

export function qualified(target: SqlTarget, table: string): string {
  return `${quoteName(target.schema)}.${quoteName(table)}`;
}

export function nameList(names: readonly string[]): string {
  return names.map(quoteName).join(', ');
}
