import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';

/** Any number that no other part uses: one process at a time makes the index. */
const LOCK_KEY = 7_201_974;

/**
 * Gives the market's search a trigram index where the database has `pg_trgm`. Where the extension is missing or may
 * not be created, the search reads the short text column from end to end and finds the same; so this never fails a
 * start, and says in the log what is not there.
 */
export async function ensureSearchIndex({ pool }: Pick<Database, 'pool'>, log: Logger): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await client.query(
      'CREATE INDEX IF NOT EXISTS "App_searchText_trgm" ON "App" USING gin ("searchText" gin_trgm_ops)',
    );
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK');
    log.info({ err: error }, 'no trigram index for the market’s search: it goes on without');
    return false;
  } finally {
    client.release();
  }
}
