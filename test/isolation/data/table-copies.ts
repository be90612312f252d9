import { quoteName, quoteText, SCOPE_COLUMN } from '@platform/aml-compiler/emit/sql-names.ts';
import type { Pool } from 'pg';
import type { SharedTables } from './shared-tables.ts';

/** The rows of some tables as they were, to hold against and to go back to. */
export interface TableCopies {
  /** Puts all rows, and all counters, back. */
  restore(): Promise<void>;
  /** A digest of all rows of one app. */
  digest(scope: string): Promise<string>;
}

export async function copyTables(pool: Pool, { schema, tables }: SharedTables): Promise<TableCopies> {
  const names = tables.map(({ table }) => ({
    live: `${quoteName(schema)}.${quoteName(table)}`,
    copy: `${quoteName(schema)}.${quoteName(`$copy_${table}`)}`,
  }));
  await pool.query(names.map(({ live, copy }) => `CREATE TABLE ${copy} AS TABLE ${live}`).join(';'));
  const counters = await Promise.all(
    tables.flatMap(({ table, columns }) =>
      columns
        .filter((column) => column.identity)
        .map(async ({ column }) => {
          const name = `pg_get_serial_sequence(${quoteText(`${quoteName(schema)}.${quoteName(table)}`)}, ${quoteText(column)})`;
          const { rows } = await pool.query<{ name: string }>(`SELECT ${name} AS name`);
          const state = await pool.query<{ value: string; called: boolean }>(
            `SELECT last_value AS value, is_called AS called FROM ${rows[0]?.name}`,
          );
          return `SELECT setval(${name}, ${state.rows[0]?.value}, ${state.rows[0]?.called})`;
        }),
    ),
  );
  const restoring = [
    'BEGIN',
    'SET LOCAL session_replication_role = replica',
    ...names.map(({ live }) => `DELETE FROM ${live}`),
    ...names.map(({ live, copy }) => `INSERT INTO ${live} OVERRIDING SYSTEM VALUE TABLE ${copy}`),
    ...counters,
    'COMMIT',
  ].join(';');
  const parts = names.map(
    ({ live }) =>
      `(SELECT coalesce(string_agg(r::text, '|' ORDER BY r::text), '') FROM ${live} r WHERE ${quoteName(SCOPE_COLUMN)} = $1)`,
  );
  return {
    async restore() {
      await pool.query(restoring);
    },
    async digest(scope) {
      const { rows } = await pool.query<{ digest: string }>(
        `SELECT md5(concat_ws('#', ${parts.join(', ')})) AS digest`,
        [scope],
      );
      return rows[0]?.digest ?? '';
    },
  };
}
