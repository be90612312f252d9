import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../test/support/databases.ts';
import type { DataPlane, SpaceRef } from './contract.ts';
import { createDataPlane } from './plane.ts';
import { answered, asker, pick } from './testing/ask.ts';
import { caller } from './testing/call.ts';

const SPACE: SpaceRef = {
  id: 'floats',
  aml: `
model Board {
  id     Int @id @default(autoincrement())
  points Point[]
}
model Point {
  id      Int     @id @default(autoincrement())
  value   Float
  many    Float[]
  extra   Json?
  board   Board?  @relation(fields: [boardId], references: [id])
  boardId Int?
  @@allow(update, anyone)
}
model Keyed {
  value Float @id @default(0.30000000000000004)
  extra Json?
  @@allow(update, anyone)
  @@allow(delete, anyone)
}`,
};
const KNOWN = [
  0.1 + 0.2,
  Number.MAX_VALUE,
  5e-324,
  2.2250738585072014e-308,
  1 / 3,
  123456789.12345679,
  1e21,
  1e-7,
  -0.1,
];
const double = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  // JSON has no negative zero.
  .map((value) => (value === 0 ? 0 : value));

describeEachDatabase('Floats', (db) => {
  let plane: DataPlane;
  beforeAll(() => {
    plane = createDataPlane({ db: db() });
  });
  afterAll(() => plane.close());
  const ask = asker(() => plane, SPACE);
  const rest = () => caller(plane, SPACE);

  /** What is stored, past everything of ours. */
  async function storedIn(id: unknown): Promise<unknown> {
    const { rows } = await db().pool.query<{ schema: string }>(
      `SELECT "schema" FROM "AppCatalog" WHERE "spaceId" = $1`,
      [SPACE.id],
    );
    const found = await db().pool.query<{ value: string; many: string }>(
      `SELECT "value"::text, to_json("many")::text AS "many" FROM "${rows[0]?.schema}"."point" WHERE "id" = $1`,
      [id],
    );
    const [row] = found.rows;
    return { value: Number(row?.value), many: JSON.parse(row?.many ?? 'null') as unknown };
  }

  async function keepsInJsonAndKey(value: number): Promise<void> {
    const extra = { deep: [value], $type: 'Json', value: '1', toString: 'x' };
    const made = await rest().insert({ value, extra }, '?entity=Keyed');
    expect(made.body).toMatchObject({ id: value, record: { value, extra } });
    const changed = ask(
      `mutation { updateKeyed(value: ${value}, data: { extra: [${value}] }) { value extra } }`,
    );
    expect(await answered(changed, 'updateKeyed')).toEqual({ value, extra: [value] });
    const gone = ask(`mutation { deleteKeyed(value: ${value}) { value } }`);
    expect(await answered(gone, 'deleteKeyed')).toEqual({ value });
  }

  async function keepsExactly(value: number): Promise<void> {
    const wanted = { value, many: [value, -value || 0] };
    await keepsInJsonAndKey(value);
    const data = `{ value: ${value}, many: [${value}, ${-value || 0}] }`;
    const made = await rest().insert(wanted, '?entity=Point');
    expect(made.body.record).toMatchObject(wanted);
    const id = made.body.id;
    expect(await storedIn(id)).toEqual(wanted);
    const created = await answered(
      ask(`mutation { createPoint(data: ${data}) { id value many } }`),
      'createPoint',
    );
    expect(created).toMatchObject(wanted);
    expect(await storedIn(pick(created, 'id'))).toEqual(wanted);
    const board = await answered(
      ask(
        `mutation($v: Float!) { createBoard(data: { points: { create: [{ value: $v, many: [$v, ${-value || 0}] }] } }) { points { nodes { id value many } } } }`,
        { v: value },
      ),
      'createBoard.points.nodes.0',
    );
    expect(board).toMatchObject(wanted);
    expect(await storedIn(pick(board, 'id'))).toEqual(wanted);
    await answered(
      ask(`mutation { updatePoint(id: ${Number(id)}, data: { value: 0, many: [] }) { id } }`),
      'updatePoint',
    );
    const changed = await answered(
      ask(`mutation { updatePoint(id: ${Number(id)}, data: ${data}) { value many } }`),
      'updatePoint',
    );
    expect(changed).toEqual(wanted);
    expect(await storedIn(id)).toEqual(wanted);
    for (const where of [
      { value },
      { value: { in: [value] } },
      { value: { gte: value, lte: value } },
      { many: { has: value } },
    ]) {
      const found = await rest().query({ entity: 'Point', where: { id, ...where } });
      expect(found.body.records).toEqual([expect.objectContaining({ id, ...wanted })]);
    }
    const where = `{ id: { equals: ${Number(id)} }, value: { equals: ${value} } }`;
    expect(
      await answered(ask(`{ points(where: ${where}) { nodes { value many } } }`), 'points.nodes'),
    ).toEqual([wanted]);
    const sums = await answered(
      ask(
        `{ pointAggregate(where: ${where}) { count sum { value } min { value } max { value } avg { value } } }`,
      ),
      'pointAggregate',
    );
    expect(sums).toEqual({ count: 1, sum: { value }, min: { value }, max: { value }, avg: { value } });
    const key = await answered(
      ask(`{ pointGroupBy(by: [value], where: ${where}) { count key { value } } }`),
      'pointGroupBy',
    );
    expect(key).toEqual([{ count: 1, key: { value } }]);
  }

  it.each(KNOWN)('keeps %d to the last digit', keepsExactly);

  it('keeps them in a file that is imported, changed by one, and deleted by the owner', async () => {
    const rows = KNOWN.map((value, i) => ({ id: 1_000_000 + i, value, many: [value], extra: [value] }));
    const again = KNOWN.toReversed();
    const changed = rows.map((row, i) => ({ ...row, value: again[i] }));
    for (const [mode, file] of [
      ['error', rows],
      ['update', changed],
    ] as const) {
      const bytes = new TextEncoder().encode(JSON.stringify(file));
      const report = await plane
        .owner(SPACE)
        .import('Point', { format: 'json', bytes }, { mode, dryRun: false });
      expect(report).toMatchObject({ errorCount: 0, rows: file.length });
      const found = await rest().query({ entity: 'Point', where: { id: { gte: 1_000_000 } }, orderBy: 'id' });
      expect(found.body.records).toEqual(file.map((row) => ({ ...row, boardId: null })));
    }
  });

  it('keeps every double that is written, nested or not, and finds it', async () => {
    await fc.assert(fc.asyncProperty(double, keepsExactly), {
      numRuns: Number(process.env['FLOAT_RUNS'] ?? 40),
    });
  });
});
