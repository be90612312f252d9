import { pino } from 'pino';
import { expect } from 'vitest';
import { caller } from '../../api/data/testing/call.ts';
import { readCells } from '../../api/data/testing/edit-chain/cells.ts';
import { createDataPlane } from '../../api/data/plane.ts';
import { openDatabase } from '../../api/db/open.ts';
import type { TestDatabase } from './databases.ts';

export const SPACE = 'crash';
export const ROWS = 150;
const FIELDS = 6;

const fields = (type: string): string =>
  Array.from({ length: FIELDS }, (_, i) => `  f${i} ${type}\n`).join('');
const model = (type: string, more = ''): string =>
  `model Item {\n  id Int @id @default(autoincrement())\n  mark String\n${fields(type)}${more}}\n`;

/** Every row is rewritten six times on the way from the one to the other, and back. */
export const OLD = model('String');
export const NEW = model('Int', '  extra String @default("x")\n  @@index([f0])\n');

/** A record of whichever of the two models. */
export function record(mark: string, value: (i: number) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries([
    ['mark', mark],
    ...Array.from({ length: FIELDS }, (_, i) => [`f${i}`, value(i)]),
  ]);
}

/** What the first rows read like, given the type that they have. */
export function firstRows(isNew: boolean): readonly object[] {
  const value = (n: number): unknown => (isNew ? n : String(n));
  return [0, 1, 2].map((n) => ({ mark: `m${n}`, f0: value(n), f5: value(n + 5) }));
}

export const FIRST_ROWS = { orderBy: 'id', limit: 3, select: ['mark', 'f0', 'f5'] };

type Files = Pick<TestDatabase, 'databaseUrl' | 'dataDir'>;

/** Publishes the old model and stores its rows. */
export async function storeRows(files: Files): Promise<void> {
  const db = await openDatabase({ ...files, log: pino({ level: 'silent' }) });
  const plane = createDataPlane({ db });
  await plane.apply({ id: SPACE, aml: OLD });
  const { insert } = caller(plane, { id: SPACE, aml: OLD });
  for (let n = 0; n < ROWS; n += 1)
    expect((await insert(record(`m${n}`, (i) => String(n + i)))).status).toBe(201);
  await plane.close();
  await db.close();
}

/**
 * Which of the two models the tables are of, with every row of it: holds the catalog to the tables column by column
 * and key by key, reads, and stores one row more.
 */
export async function modelThere(files: Files, rowsBefore: number): Promise<string> {
  const db = await openDatabase({ ...files, log: pino({ level: 'silent' }) });
  const { catalog, schema } = await readCells(db.pool, SPACE);
  const live = catalog.tables[0]?.columns.filter((column) => !column.parked).map((c) => c.field.type);
  const isNew = live?.filter((type) => type === 'Int').length === 1 + FIELDS;
  expect(isNew || live?.filter((type) => type === 'String').length === 1 + FIELDS).toBe(true);
  const there = isNew ? NEW : OLD;
  const plane = createDataPlane({ db });
  const now = caller(plane, { id: SPACE, aml: there });
  const { rows } = await db.pool.query(`SELECT count(*)::int AS n FROM "${schema}"."item"`);
  expect(rows).toEqual([{ n: rowsBefore }]);
  expect((await now.query(FIRST_ROWS)).body.records).toEqual(firstRows(isNew));
  const more = record(`after${rowsBefore}`, () => (isNew ? rowsBefore : String(rowsBefore)));
  expect((await now.insert(more)).status).toBe(201);
  await plane.close();
  await db.close();
  return there;
}
