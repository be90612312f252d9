import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import type { DataPlane } from '../contract.ts';
import { createDataPlane } from '../plane.ts';
import { answered, asker } from '../testing/ask.ts';
import { caller } from '../testing/call.ts';
import { recordSql, type SqlRecord } from '../testing/record-sql.ts';

const AML = `
model Shop {
  id     DateTime @id
  name   String
  orders Order[]
}
model Order {
  a      Int
  b      String
  total  Decimal
  big    BigInt @default(1)
  shop   Shop @relation(fields: [shopId], references: [id])
  shopId DateTime
  lines  Line[]
  @@id([a, b])
}
model Line {
  id    Int @id @default(autoincrement())
  price Decimal?
  order Order? @relation(fields: [orderA, orderB], references: [a, b])
  orderA Int?
  orderB String?
}
`;
/** Not to be told apart as doubles. */
const PRICES = ['12345678901234567890.000000001', '12345678901234567890.000000002', null, '0.10'];
const SHOPS = ['2026-01-31T12:00:00.001Z', '2026-01-31T12:00:00.002Z', '2026-01-31T12:00:00.003Z'];

const totalOf = (shop: number, order: number): string => `1.${shop + 1}${order + 1}`;

describeEachDatabase('what GraphQL asks of the database', (db) => {
  let plane: DataPlane;
  let sql: SqlRecord;
  const space = { id: 'statements', aml: AML };
  const ask = asker(() => plane, space);
  const query = (text: string, path: string): Promise<unknown> => answered(ask(text), path);

  beforeAll(async () => {
    plane = createDataPlane({ db: db() });
    sql = recordSql(db().pool);
    const { insert } = caller(plane, space);
    for (const [i, id] of SHOPS.entries()) {
      await insert({ id, name: `shop ${i}` }, '?entity=Shop');
      for (let a = 0; a < 4; a += 1) {
        await insert({ a, b: `of ${i}`, total: totalOf(i, a), shopId: id, big: a }, '?entity=Order');
        for (const price of PRICES) await insert({ price, orderA: a, orderB: `of ${i}` }, '?entity=Line');
      }
    }
    await ask('{ __typename }');
  });
  afterAll(() => plane.close());

  it('counts only what is asked for', async () => {
    sql.take();
    await query('{ orders(first: 2) { edges { cursor } pageInfo { hasNextPage } } }', 'orders');
    expect(sql.take().join()).not.toMatch(/count/i);
    expect(await query('{ orders(where: { a: { gt: 1 } }) { totalCount } }', 'orders')).toEqual({
      totalCount: 6,
    });
    const counting = sql.take();
    expect(counting).toHaveLength(1);
    expect(counting[0]).toMatch(/count\(/i);
    await query('{ orders(first: 1) { totalCount nodes { a } } }', 'orders');
    expect(sql.take()).toHaveLength(2);
  });

  it('keeps nested Decimals exact, with a LIMIT in the database and no statement for a row', async () => {
    sql.take();
    const shops = await query(
      `{ shops(orderBy: [{ id: asc }]) { nodes { name orders(first: 2, orderBy: [{ a: asc }]) { nodes {
        total lines(first: 3, orderBy: [{ id: asc }]) { nodes { price order { total } } } } } } } }`,
      'shops.nodes',
    );
    expect(shops).toEqual(
      SHOPS.map((_, i) => ({
        name: `shop ${i}`,
        orders: {
          nodes: [0, 1].map((a) => ({
            total: totalOf(i, a),
            lines: {
              nodes: PRICES.slice(0, 3).map((price) => ({
                price,
                order: { total: totalOf(i, a) },
              })),
            },
          })),
        },
      })),
    );
    const statements = sql.take();
    expect(statements).toHaveLength(1);
    // Shops, orders and lines.
    expect(statements[0]?.match(/LIMIT/g)).toHaveLength(3);
  });

  it('asks once for all rows under a second alias, whatever their key and filter', async () => {
    sql.take();
    const shops = await query(
      `{ shops(orderBy: [{ id: asc }]) { nodes {
        low: orders(first: 1, orderBy: [{ a: asc }]) { nodes { a b } }
        high: orders(first: 1, orderBy: [{ a: desc }]) { nodes { a b shop { orders(where: { big: { gt: "1" } }) { totalCount } } } }
      } } }`,
      'shops.nodes',
    );
    expect(shops).toEqual(
      SHOPS.map((_, i) => ({
        low: { nodes: [{ a: 0, b: `of ${i}` }] },
        high: { nodes: [{ a: 3, b: `of ${i}`, shop: { orders: { totalCount: 2 } } }] },
      })),
    );
    expect(sql.take()).toHaveLength(2);
  });

  it('finds a row by its composite key, and filters by relations in one statement', async () => {
    sql.take();
    expect(await query('{ order(a: 2, b: "of 1") { total shop { name } } }', 'order')).toEqual({
      total: '1.23',
      shop: { name: 'shop 1' },
    });
    expect(sql.take()).toHaveLength(1);
    const found = await query(
      `{ shops(where: { orders: { some: { lines: { some: { price: { equals: "0.1" } } }, b: { equals: "of 2" } } } }) { nodes { name } } }`,
      'shops.nodes',
    );
    expect(found).toEqual([{ name: 'shop 2' }]);
    expect(
      await query(
        '{ orders(where: { shop: { is: { name: { endsWith: " 0" } } }, NOT: { a: { in: [0, 1] } } }) { totalCount } }',
        'orders',
      ),
    ).toEqual({ totalCount: 2 });
    expect(sql.take()).toHaveLength(2);
  });
});
