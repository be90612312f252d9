import pg from 'pg';
import { pino } from 'pino';
import { expect, inject, it } from 'vitest';
import { createTestDatabase, describeEachDatabase } from '../../test/support/databases.ts';
import { newId } from '../ids.ts';
import { ensureSearchIndex } from './search-index.ts';

const log = pino({ level: 'silent' });

describeEachDatabase('the search index', (db) => {
  it('is made once, where the database has trigrams, and harms nothing where it has none', async () => {
    const { rows } = await db().pool.query(`SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'`);
    const expected = rows.length === 1;
    const both = await Promise.all([ensureSearchIndex(db(), log), ensureSearchIndex(db(), log)]);
    expect(both).toEqual([expected, expected]);
    const plan = await db().pool.query(
      `SELECT indexdef FROM pg_indexes WHERE indexname = 'App_searchText_trgm'`,
    );
    expect(plan.rows.length).toBe(expected ? 1 : 0);
  });
});

it('goes on without an index where the role may not make one', async () => {
  const database = await createTestDatabase('PostgreSQL');
  const role = `weak_${newId()}`;
  const owner = new pg.Client(database.databaseUrl ?? '');
  await owner.connect();
  await owner.query(`CREATE ROLE "${role}" LOGIN PASSWORD 'weak'`);
  const url = new URL(database.databaseUrl ?? inject('postgresUrl'));
  url.username = role;
  url.password = 'weak';
  const pool = new pg.Pool({ connectionString: url.href, max: 1 });
  try {
    expect(await ensureSearchIndex({ pool }, log)).toBe(false);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await pool.end();
    await owner.query(`DROP ROLE "${role}"`);
    await owner.end();
    await database.remove();
  }
});
