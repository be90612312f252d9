import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../db/in-transaction.ts';
import { LIMITS } from '../../limits.ts';

export type Queryable = Pick<Pool | PoolClient, 'query'>;

/** Rows of both quotas: of visitors on one day, and in all. */
export interface RowCounts {
  readonly inserts: number;
  readonly rows: number;
}

/** Which quota has no room. */
export type Quota = 'day' | 'space';

export interface Question {
  readonly spaceId: string;
  /** In UTC, as `2026-01-31`. */
  readonly day: string;
  /** What is needed now; the answer may be more. */
  readonly need: RowCounts;
  /** Counts the rows of the space, with those that the asking process has set aside. */
  readonly count: (db: Queryable) => Promise<number>;
}

/**
 * Sets rows of a space's quotas aside for one process: some more than needed, so that the next ones need no statement,
 * and fewer the nearer the limit is. The counts are shared by all processes and only ever ahead of the truth.
 */
export function setAside(pool: Pool, { spaceId, day, need, count }: Question): Promise<RowCounts | Quota> {
  return inTransaction(pool, async (client) => {
    const known = (await readUse(client, spaceId)) ?? (await firstUse(client, spaceId, day, count));
    const used = { inserts: known.day < day ? 0 : known.inserts, rows: known.rows };
    if (used.inserts + need.inserts > LIMITS.visitorRowsPerDay) return 'day';
    if (used.rows + need.rows > LIMITS.spaceRows && known.age >= LIMITS.spaceRowsCountedMs) {
      used.rows = await count(client);
      await client.query('UPDATE "RowUse" SET "rows" = $2, "countedAt" = now() WHERE "spaceId" = $1', [
        spaceId,
        used.rows,
      ]);
    }
    if (used.rows + need.rows > LIMITS.spaceRows) return 'space';
    const given = {
      inserts: withSome(need.inserts, LIMITS.visitorRowsPerDay - used.inserts),
      rows: withSome(need.rows, LIMITS.spaceRows - used.rows),
    };
    await client.query(
      'UPDATE "RowUse" SET "day" = greatest("day", $2::date), "inserts" = $3, "rows" = $4 WHERE "spaceId" = $1',
      [spaceId, day, used.inserts + given.inserts, used.rows + given.rows],
    );
    return given;
  });
}

/** Gives back what was set aside and not used. */
export async function giveBack(pool: Pool, spaceId: string, day: string, unused: RowCounts): Promise<void> {
  await pool.query(
    `UPDATE "RowUse" SET "rows" = greatest("rows" - $4, 0),
       "inserts" = CASE WHEN "day" = $2::date THEN greatest("inserts" - $3, 0) ELSE "inserts" END
     WHERE "spaceId" = $1`,
    [spaceId, day, unused.inserts, unused.rows],
  );
}

/** What visitors used of a day, with what processes have set aside. */
export async function readDay(pool: Pool, spaceId: string, day: string): Promise<number> {
  const { rows } = await pool.query<{ inserts: number }>(
    'SELECT "inserts" FROM "RowUse" WHERE "spaceId" = $1 AND "day" = $2::date',
    [spaceId, day],
  );
  return rows[0]?.inserts ?? 0;
}

interface KnownUse extends RowCounts {
  readonly day: string;
  /** Milliseconds since the rows were counted. */
  readonly age: number;
}

async function readUse(client: PoolClient, spaceId: string): Promise<KnownUse | null> {
  const { rows } = await client.query<KnownUse>(
    `SELECT "day"::text, "inserts", "rows", extract(epoch FROM now() - "countedAt")::float8 * 1000 AS "age"
     FROM "RowUse" WHERE "spaceId" = $1 FOR UPDATE`,
    [spaceId],
  );
  return rows[0] ?? null;
}

/** A space that nobody counted yet may have rows already. */
async function firstUse(
  client: PoolClient,
  spaceId: string,
  day: string,
  count: Question['count'],
): Promise<KnownUse> {
  await client.query(
    `INSERT INTO "RowUse" ("spaceId", "day", "inserts", "rows", "countedAt") VALUES ($1, $2::date, 0, $3, now())
     ON CONFLICT ("spaceId") DO NOTHING`,
    [spaceId, day, await count(client)],
  );
  const made = await readUse(client, spaceId);
  if (!made) throw new Error(`The use of space ${spaceId} was dropped while it was read.`);
  return made;
}

function withSome(need: number, room: number): number {
  return need === 0 ? 0 : Math.max(need, Math.min(LIMITS.rowsSetAside, Math.floor(room / 20)));
}
