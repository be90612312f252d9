import { qualified, quoteName } from '@platform/aml-compiler/emit/sql-names.ts';
import type { SqlTarget } from '@platform/aml-compiler/emit/sql-names.ts';
import type { CountRequest } from '@platform/aml-compiler/evolution/step.ts';
import type { Pool, PoolClient } from 'pg';
import { violation } from './validate.ts';

/** So much of a table at a time: at most some thousand rows. */
const BLOCKS = 32;
/** Longer texts come one by one, so that a page stays small. */
const SHORT_BYTES = 4_096;

/** Rows whose text breaks one of the validators of the field, by the very check that new records meet. */
export async function countMismatches(
  db: Pick<Pool | PoolClient, 'query'>,
  target: SqlTarget,
  { table, column, field }: Extract<CountRequest, { kind: 'mismatches' }>,
): Promise<number> {
  const [from, value] = [qualified(target, table), quoteName(column)];
  const blocks = await db.query<{ count: number }>(
    `SELECT (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int AS "count"`,
    [from],
  );
  const end = blocks.rows[0]?.count ?? 0;
  let found = 0;
  for (let block = 0; block < end; block += BLOCKS) {
    const page = await db.query<{ row: string; text: string | null }>(
      `SELECT ctid::text AS "row", CASE WHEN octet_length(${value}) <= ${SHORT_BYTES} THEN ${value} END AS "text"
       FROM ${from} WHERE ctid >= $1::tid AND ctid < $2::tid AND ${value} IS NOT NULL`,
      [`(${block},0)`, `(${block + BLOCKS},0)`],
    );
    for (const { row, text } of page.rows) {
      const whole = text ?? (await readText(row));
      if (whole !== undefined && violation(field, whole)) found += 1;
    }
  }
  return found;

  async function readText(row: string): Promise<string | undefined> {
    const { rows } = await db.query<{ text: string }>(
      `SELECT ${value} AS "text" FROM ${from} WHERE ctid = $1::tid`,
      [row],
    );
    return rows[0]?.text;
  }
}
