import { once } from 'node:events';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../api/db/open.ts';
import { createDataPlane } from '../api/data/plane.ts';
import { caller } from '../api/data/testing/call.ts';
import { readCells } from '../api/data/testing/edit-chain/cells.ts';
import { createTestDatabase, DATABASE_KINDS } from './support/databases.ts';
import { startPublisher } from './support/publisher.ts';

/** `CRASH_ROUNDS=40` for a long run. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);
const ROWS = 150;
const fields = (type: string): string => Array.from({ length: 6 }, (_, i) => `  f${i} ${type}\n`).join('');
const model = (type: string, more = ''): string =>
  `model Item {\n  id Int @id @default(autoincrement())\n  mark String\n${fields(type)}${more}}\n`;
const OLD = model('String');
const NEW = model('Int', '  extra String @default("x")\n  @@index([f0])\n');

describe.each(DATABASE_KINDS)('a kill in the middle of a plan on %s', (kind) => {
  it(
    `leaves the old tables or the new ones, with every row (${ROUNDS} rounds)`,
    async () => {
      const files = await createTestDatabase(kind);
      const log = pino({ level: 'silent' });
      const seen = new Set<string>();
      let published = OLD;
      const first = await openDatabase({ ...files, log });
      const plane = createDataPlane({ db: first });
      await plane.apply({ id: 'crash', aml: OLD });
      const insert = caller(plane, { id: 'crash', aml: OLD });
      for (let n = 0; n < ROWS; n += 1) {
        const values = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`f${i}`, String(n + i)]));
        expect((await insert.insert({ mark: `m${n}`, ...values })).status).toBe(201);
      }
      await plane.close();
      await first.close();
      let span = 300;

      for (let round = 0; round < ROUNDS; round += 1) {
        const wanted = published === OLD ? NEW : OLD;
        const publisher = await startPublisher(files, 'crash', wanted);
        const begun = Date.now();
        const done = once(publisher, 'exit').then(() => Date.now() - begun);
        // The first round shows how long a plan takes; the others are killed somewhere within that.
        const kill = setTimeout(() => publisher.kill('SIGKILL'), round === 0 ? 60_000 : Math.random() * span);
        const took = await done;
        clearTimeout(kill);
        if (round === 0) span = took;

        const db = await openDatabase({ ...files, log });
        // Compares the catalog with the tables, column by column and key by key.
        const { catalog } = await readCells(db.pool, 'crash');
        const live = catalog.tables[0]?.columns.filter((column) => !column.parked).map((c) => c.field.type);
        const isNew = live?.filter((type) => type === 'Int').length === 7;
        expect(isNew || live?.filter((type) => type === 'String').length === 7).toBe(true);
        published = isNew ? NEW : OLD;
        seen.add(`${wanted === published ? 'done' : 'not done'}`);
        const again = createDataPlane({ db });
        const now = caller(again, { id: 'crash', aml: published });
        const { rows } = await db.pool.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM "${(await db.pool.query<{ schema: string }>('SELECT "schema" FROM "AppCatalog"')).rows[0]?.schema}"."item"`,
        );
        expect(rows).toEqual([{ n: ROWS + round }]);
        const some = await now.query({ orderBy: 'id', limit: 3, select: ['mark', 'f0', 'f5'] });
        const value = (n: number): unknown => (isNew ? n : String(n));
        expect(some.body.records).toEqual(
          [0, 1, 2].map((n) => ({ mark: `m${n}`, f0: value(n), f5: value(n + 5) })),
        );
        const more = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`f${i}`, value(round)]));
        expect((await now.insert({ mark: `after${round}`, ...more })).status).toBe(201);
        await again.close();
        await db.close();
      }
      await files.remove();
      if (ROUNDS >= 20) expect([...seen].sort()).toEqual(['done', 'not done']);
    },
    ROUNDS * 30_000 + 60_000,
  );
});
