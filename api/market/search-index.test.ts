import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { pino } from 'pino';
import { expect, inject, it } from 'vitest';
import { createTestDatabase, describeEachDatabase } from '../../test/support/databases.ts';
import { newId } from '../ids.ts';
import { searchColumnsOf } from './listing.ts';
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

  it('gives apps from before the same short pieces that a publish gives', async () => {
    const migration = new URL(
      '../../prisma/migrations/0003_market_short_search/migration.sql',
      import.meta.url,
    );
    const fill = /UPDATE [^;]+/.exec(await readFile(migration, 'utf8'))?.[0] ?? '';
    const ownerId = newId();
    await db().prisma.user.create({ data: { id: ownerId, email: `${ownerId}@example.org`, name: 'Owner' } });
    const texts = ['', 'a', 'İstanbul ẞ', '家計簿 🦓🦓', 'e\u0301\n100%_\\'];
    for (const name of texts) {
      const columns = searchColumnsOf({ name, description: 'x', tags: [] });
      const app = await db().prisma.app.create({ data: { id: newId(), name, ownerId, ...columns } });
      await db().prisma.app.update({ where: { id: app.id }, data: { searchPairs: [] } });
      await db().pool.query(fill);
      const { searchPairs } = await db().prisma.app.findUniqueOrThrow({ where: { id: app.id } });
      expect(searchPairs.toSorted()).toEqual(columns.searchPairs.toSorted());
    }
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
