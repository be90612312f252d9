import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import type { DataPlane } from '../contract.ts';
import { createDataPlane } from '../plane.ts';
import { answered, asker, pick } from '../testing/ask.ts';
import { caller } from '../testing/call.ts';
import { recordSql, type SqlRecord } from '../testing/record-sql.ts';

const AML = `
enum Mood { happy sad }
model Vote {
  id    Int @id @default(autoincrement())
  mood  Mood?
  day   DateTime
  ok    Boolean @default(true)
  price Decimal?
  big   BigInt @default(1)
  n     Int @default(2)
  extra Json?
  true  Int?
  poll  Poll? @relation(fields: [pollId], references: [id])
  pollId String?
}
model Poll {
  id    String @id
  title String
  votes Vote[]
}
model Secret {
  id   Int @id @default(autoincrement())
  kind String
  @@allow(read, owner)
  @@allow(create, anyone)
}
`;

describeEachDatabase('sums of an app', (db) => {
  let plane: DataPlane;
  let sql: SqlRecord;
  const space = { id: 'sums', aml: AML };
  const ask = asker(() => plane, space);

  beforeAll(async () => {
    plane = createDataPlane({ db: db() });
    sql = recordSql(db().pool);
    const { insert } = caller(plane, space);
    await insert({ id: 'p1', title: 'One' }, '?entity=Poll');
    const votes = [
      { mood: 'happy', day: '2026-01-01', price: '0.1', pollId: 'p1' },
      { mood: 'happy', day: '2026-01-02', price: '0.2', pollId: 'p1', big: '9007199254740993' },
      { mood: 'sad', day: '2026-01-01', price: '12345678901234567890.123456789', n: 5 },
      { mood: null, day: '2026-01-03', ok: false },
      { mood: 'happy', day: '2026-01-01' },
    ];
    for (const vote of votes) expect((await insert(vote)).status).toBe(201);
    await insert({ kind: 'x' }, '?entity=Secret');
  });
  afterAll(() => plane.close());

  it('groups what a filter leaves, largest first, with exact sums, in one statement', async () => {
    sql.take();
    const groups = await answered(
      ask(
        '{ voteGroupBy(by: [mood]) { key { mood ok } count sum { price n big } avg { n } min { day } max { ...high } } } fragment high on VoteMax { day price }',
      ),
      'voteGroupBy',
    );
    expect(groups).toEqual([
      {
        key: { mood: 'happy', ok: null },
        count: 3,
        sum: { price: '0.3', n: 6, big: '9007199254740995' },
        avg: { n: 2 },
        min: { day: '2026-01-01T00:00:00.000Z' },
        max: { day: '2026-01-02T00:00:00.000Z', price: '0.2' },
      },
      {
        key: { mood: 'sad', ok: null },
        count: 1,
        sum: { price: '12345678901234567890.123456789', n: 5, big: '1' },
        avg: { n: 5 },
        min: { day: '2026-01-01T00:00:00.000Z' },
        max: { day: '2026-01-01T00:00:00.000Z', price: '12345678901234567890.123456789' },
      },
      {
        key: { mood: null, ok: null },
        count: 1,
        sum: { price: null, n: 2, big: '1' },
        avg: { n: 2 },
        min: { day: '2026-01-03T00:00:00.000Z' },
        max: { day: '2026-01-03T00:00:00.000Z', price: null },
      },
    ]);
    expect(sql.take()).toHaveLength(1);
    const filtered = await answered(
      ask(
        '{ voteGroupBy(by: [ok, day], where: { poll: { is: { title: { equals: "One" } } } }) { key { ok day } count } }',
      ),
      'voteGroupBy',
    );
    expect(filtered).toEqual([
      { key: { ok: true, day: '2026-01-01T00:00:00.000Z' }, count: 1 },
      { key: { ok: true, day: '2026-01-02T00:00:00.000Z' }, count: 1 },
    ]);
  });

  it('cuts groups in the database, and says what is allowed', async () => {
    sql.take();
    expect(await answered(ask('{ voteGroupBy(by: mood, first: 1) { count } }'), 'voteGroupBy')).toEqual([
      { count: 3 },
    ]);
    const [statement] = sql.take();
    expect(statement).toMatch(/LIMIT/);
    const messages = await Promise.all(
      ['by: mood, first: 1001', 'by: mood, first: 0', 'by: []', 'by: extra', 'by: true'].map(async (args) =>
        pick((await ask(`{ voteGroupBy(${args}) { count } }`)).errors, '0.message'),
      ),
    );
    expect(messages[0]).toBe('first: must be an integer from 1 to 1000.');
    expect(messages[1]).toBe('first: must be an integer from 1 to 1000.');
    expect(messages[2]).toBe('by: name at least one field.');
    expect(messages[3]).toContain('"extra" does not exist');
    expect(messages[4]).toContain('VoteGroupField');
  });

  it('sums fragments and aliases of one part together, and asks nothing for nothing', async () => {
    sql.take();
    const sums = await answered(
      ask(
        '{ voteAggregate(where: { mood: { equals: happy } }) { a: sum { n } sum { ...s } } } fragment s on VoteSum { price }',
      ),
      'voteAggregate',
    );
    expect(sums).toEqual({ a: { n: 6 }, sum: { price: '0.3' } });
    expect(sql.take()).toHaveLength(1);
    await answered(ask('{ voteAggregate { __typename } }'), 'voteAggregate');
    expect(sql.take()).toEqual([]);
  });

  it('keeps to the read rule', async () => {
    const denied = await ask('{ secretGroupBy(by: kind) { count } }');
    expect(pick(denied.errors, '0.message')).toContain('secretGroupBy');
    expect(
      await answered(ask('{ secretGroupBy(by: kind) { key { kind } count } }', {}, 'owner'), 'secretGroupBy'),
    ).toEqual([{ key: { kind: 'x' }, count: 1 }]);
  });
});
