import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import type { DataPlane } from '../contract.ts';
import { createDataPlane } from '../plane.ts';
import { asker, pick } from '../testing/ask.ts';
import { caller } from '../testing/call.ts';
import { recordSql, type SqlRecord } from '../testing/record-sql.ts';

const AML = `
enum Mood { happy sad }
model Board {
  id    String @id @default(cuid())
  title String
  tasks Task[]
}
model Task {
  id      Int @id @default(autoincrement())
  text    String
  n       Int @default(0)
  big     BigInt @default(0)
  mood    Mood @default(happy)
  price   Decimal @default(0)
  at      DateTime?
  extra   Json?
  board   Board? @relation(fields: [boardId], references: [id])
  boardId String?
}
`;

const repeat = (text: string, times: number): string => text.repeat(times);
const many = (times: number, make: (i: number) => string): string =>
  Array.from({ length: times }, (_, i) => make(i)).join(' ');

/** Documents that cost much and say little. */
const DENIALS: Readonly<Record<string, unknown>> = {
  'many aliases': { query: `{ ${many(40, (i) => `a${i}: boards { totalCount }`)} }` },
  'very many aliases': { query: `{ ${many(10_000, (i) => `a${i}:__typename`)} }` },
  'a deep ring of relations': {
    query: `{ boards { nodes { ${repeat('tasks { nodes { board { ', 8)} id ${repeat('} } }', 8)} } } }`,
  },
  'nested braces': { query: repeat('{', 7_500) + repeat('}', 7_500) },
  'many directives': { query: `{ __typename ${repeat('@include(if: true) ', 200)} }` },
  'many tokens': {
    query: `{ boards(where: { OR: [${repeat('{id:{equals:"x"}} ', 400)}] }) { totalCount } }`,
  },
  'a ring of fragments': {
    query:
      '{ boards { ...a } } fragment a on BoardConnection { nodes { tasks { nodes { board { ...b } } } } } fragment b on Board { tasks { nodes { board { ...b } } } }',
  },
  'pages within pages': {
    query:
      '{ boards(first: 100) { nodes { tasks(first: 100) { nodes { board { tasks(first: 100) { nodes { id } } } } } } } }',
  },
  'a page without end': { query: '{ tasks(first: 1000000) { nodes { id } } }' },
  'a list of operations': [{ query: '{ __typename }' }, { query: '{ __typename }' }],
  'introspection of introspection': {
    query: `{ __schema { types { ${repeat('fields { type { ', 5)} name ${repeat('} }', 5)} } } }`,
  },
  'the schema many times': {
    query: `{ ${many(20, (i) => `a${i}: __schema { types { name fields { name } } }`)} }`,
  },
  'a filter without end': {
    query: 'query($w: TaskWhere) { tasks(where: $w) { totalCount } }',
    variables: { w: { OR: Array.from({ length: 2_000 }, () => ({ n: { equals: 1 } })) } },
  },
  'a deep filter': {
    query: 'query($w: TaskWhere) { tasks(where: $w) { totalCount } }',
    variables: {
      w: Array.from({ length: 60 }).reduce<object>((inner) => ({ NOT: [inner] }), { n: { equals: 1 } }),
    },
  },
};

describeEachDatabase('documents that deny service', (db) => {
  let plane: DataPlane;
  let sql: SqlRecord;
  const space = { id: 'denial', aml: AML };
  const ask = asker(() => plane, space);
  const send = (body: unknown) => caller(plane, space).send('_graphql', 'POST', '', body);

  beforeAll(async () => {
    plane = createDataPlane({ db: db() });
    sql = recordSql(db().pool);
    await ask('{ tasks { totalCount nodes { id } } }');
  });
  afterAll(() => plane.close());

  it.each(Object.entries(DENIALS))('%s: refused at once, before the database is asked', async (_, body) => {
    // Milliseconds of the processor: the clock would also measure whatever else this machine does.
    let best = Infinity;
    for (let round = 0; round < 5; round += 1) {
      sql.take();
      const began = process.cpuUsage();
      const answer = await send(body);
      const { user, system } = process.cpuUsage(began);
      best = Math.min(best, (user + system) / 1_000);
      expect(answer.status).toBeLessThan(500);
      const errors = answer.body['errors'] as unknown[];
      expect(errors.length).toBeGreaterThan(0);
      expect(pick(errors, '0.extensions.code')).toMatch(/^(invalid_request|too_large)$/);
      expect(sql.take()).toEqual([]);
    }
    expect(best).toBeLessThan(50);
  });

  it('counts the rows of a query the same with literals as with variables, and names the limit', async () => {
    const pages = (n: string) =>
      `{ boards(first: ${n}) { nodes { title tasks(first: ${n}) { nodes { text n board { title tasks(first: 8) { nodes { id text } } } } } } } }`;
    for (const [n, message] of [
      [40, undefined],
      [60, expect.stringMatching(/rows; 20000 are allowed/)],
    ] as const) {
      expect(pick((await ask(pages(String(n)))).errors, '0.message')).toEqual(message);
      const asked = await ask(`query($n: Int) ${pages('$n')}`, { n });
      expect(pick(asked.errors, '0.message')).toEqual(message);
    }
    const aliases = await ask(`{ ${many(31, (i) => `a${i}: boards { totalCount }`)} }`);
    expect(pick(aliases.errors, '0.message')).toBe('Aliases limit of 30 exceeded, found 31.');
  });

  it('lets tools read the schema', async () => {
    const query = getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true });
    expect(pick((await ask(query)).data, '__schema.queryType.name')).toBe('Query');
  });

  it('answers values that cannot be stored or compared with what is wrong with them, without SQL', async () => {
    const create = 'mutation($data: TaskCreateInput!) { createTask(data: $data) { id } }';
    const records: readonly [object, string][] = [
      [{ text: 'a\0b' }, '/text'],
      [{ text: '\ud800' }, '/text'],
      [{ text: 'x', big: '9223372036854775808' }, '/big'],
      [{ text: 'x', price: '1e40' }, '/price'],
      [{ text: 'x', at: '2026-02-31' }, '/at'],
      [{ text: 'x', extra: { deep: ['a\0'] } }, '/extra'],
    ];
    for (const [data, path] of records) {
      const answer = await ask(create, { data });
      expect(pick(answer.errors, '0.extensions.code')).toBe('invalid_record');
      expect(pick(answer.errors, '0.extensions.diagnostics.0.path')).toBe(path);
      const rest = await caller(plane, space).insert({ entity: 'Task', ...data });
      expect([rest.status, rest.body.diagnostics?.[0]?.path]).toEqual([422, path]);
    }
    const filters = [
      { text: { equals: 'a\0b' } },
      { big: { gt: '9223372036854775808' } },
      { at: { lt: 'yesterday' } },
      { extra: { path: ['a\0'], equals: 1 } },
    ];
    for (const w of filters) {
      const answer = await ask('query($w: TaskWhere) { tasks(where: $w) { totalCount } }', { w });
      expect(pick(answer.errors, '0.extensions.code')).toBe('invalid_request');
      const rest = await caller(plane, space).query({ entity: 'Task', where: w });
      expect(rest.status).toBe(400);
      expect(JSON.stringify([answer, rest.body])).not.toMatch(/select|app_[a-z2-7]{26}|prisma|pg_/i);
    }
    const large = await ask('mutation { createTask(data: { text: "x", n: 3000000000 }) { id } }');
    expect(pick(large.errors, '0.extensions.code')).toBe('invalid_request');
    expect((await caller(plane, space).insert({ entity: 'Task', text: 'x', n: 3_000_000_000 })).status).toBe(
      422,
    );
    for (const id of ['"a\\u0000"', '"x"'])
      expect((await ask(`{ board(id: ${id}) { id } }`)).data).toEqual({ board: null });
  });

  it('refuses a second list of a row before anything is fetched, and takes operators in every combination', async () => {
    await caller(plane, space).insert({ entity: 'Board', id: 'b', title: 'x' });
    const where = { OR: Array.from({ length: 300 }, () => ({ n: { equals: 1 } })) };
    sql.take();
    // A promise left behind would fail this run as an unhandled rejection.
    const answer = await ask(
      'query($w: TaskWhere) { boards { nodes { tasks { totalCount } other: tasks(where: $w) { totalCount } } } }',
      { w: where },
    );
    expect(pick(answer.errors, '0.extensions.code')).toBe('invalid_request');
    expect(sql.take()).toEqual([]);
    const inner = await ask(
      '{ taskAggregate(where: { text: { not: { contains: "x", mode: insensitive } } }) { count } }',
    );
    expect(pick(inner.errors, '0.extensions.code')).toBe('invalid_request');
    expect(pick(inner.errors, '0.message')).toContain('stands beside not');
  });

  it('takes wildcards as they are written, and no filter away for a variable that is left out', async () => {
    for (const text of ['100%', '1000', 'a_b', 'acb', 'c\\d'])
      expect((await caller(plane, space).insert({ entity: 'Task', text })).status).toBe(201);
    const found = async (where: object): Promise<unknown> =>
      pick(
        (
          await ask('query($w: TaskWhere) { tasks(where: $w, orderBy: [{ id: asc }]) { nodes { text } } }', {
            w: where,
          })
        ).data,
        'tasks.nodes',
      );
    const rows = async (where: object): Promise<unknown> =>
      (await caller(plane, space).query({ entity: 'Task', where, select: ['text'], orderBy: 'id' })).body
        .records;
    const cases: readonly [object, readonly string[]][] = [
      [{ text: { contains: '%' } }, ['100%']],
      [{ text: { contains: '_' } }, ['a_b']],
      [{ text: { startsWith: 'a_' } }, ['a_b']],
      [{ text: { endsWith: '0%' } }, ['100%']],
      [{ text: { contains: '\\' } }, ['c\\d']],
      [{ text: { equals: 'A_B', mode: 'insensitive' } }, ['a_b']],
    ];
    for (const [where, texts] of cases) {
      expect(await found(where)).toEqual(texts.map((text) => ({ text })));
      expect(await rows(where)).toEqual(texts.map((text) => ({ text })));
    }
    // GraphQL leaves the member out: a filter without an operator is no filter, so it is refused.
    const partly = await ask(
      'query($t: String, $n: Int) { tasks(where: { text: { equals: $t }, n: { lt: $n } }) { totalCount } }',
      { n: 0 },
    );
    expect(pick(partly.errors, '0.extensions.code')).toBe('invalid_request');
    expect(pick(partly.errors, '0.message')).toContain('text');
    const key = await ask('mutation($id: Int!) { deleteTask(id: $id) { id } }', {}, 'owner');
    expect(pick(key.errors, '0.extensions.code')).toBe('invalid_request');
    expect(pick((await ask('{ tasks { totalCount } }')).data, 'tasks.totalCount')).toBe(5);
  });
});
