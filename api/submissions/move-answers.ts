import type { Pool, PoolClient } from 'pg';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { quoted, tableName, tableOf, type AnswerState } from './columns.ts';

/** Takes answers away for good, with what still waits to be sent about them. @returns how many there were */
export async function deleteAnswers(
  { pool }: Database,
  projectId: string,
  ids: readonly string[],
): Promise<number> {
  return inTransaction(pool, async (client) => {
    let count = 0;
    for (const state of ['accepted', 'flagged'] as const) {
      const sql = `DELETE FROM ${tableOf(projectId, state)} WHERE "_id" = ANY ($1::text[])`;
      count += (await client.query(sql, [ids])).rowCount ?? 0;
    }
    await client.query(
      `DELETE FROM "WebhookDelivery" WHERE "projectId" = $1 AND "answerId" = ANY ($2::text[])`,
      [projectId, ids],
    );
    return count;
  });
}

/**
 * Moves answers to the accepted or the flagged ones, with everything they have; those that are there stay.
 * @returns how many were moved
 */
export async function moveAnswers(
  { pool }: Database,
  projectId: string,
  { ids, to }: { readonly ids: readonly string[]; readonly to: AnswerState },
): Promise<number> {
  const from = to === 'accepted' ? 'flagged' : 'accepted';
  return inTransaction(pool, async (client) => {
    // A change of the form waits, and the columns stay the same in both.
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`project:${projectId}`]);
    const names = (await columnNames(client, projectId)).map(quoted).join(', ');
    const flags = to === 'flagged' ? [', "_flags"', `, ARRAY['by_owner']`] : ['', ''];
    const { rowCount } = await client.query(
      `WITH taken AS (DELETE FROM ${tableOf(projectId, from)} WHERE "_id" = ANY ($1::text[]) RETURNING ${names})
       INSERT INTO ${tableOf(projectId, to)} (${names}${flags[0]}) SELECT ${names}${flags[1]} FROM taken`,
      [ids],
    );
    return rowCount ?? 0;
  });
}

/** All columns that both tables of a form have, those of removed fields too. */
async function columnNames(
  db: Pick<Pool | PoolClient, 'query'>,
  projectId: string,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT attname::text AS name FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [quoted(tableName(projectId))],
  );
  return rows.map(({ name }) => name);
}
