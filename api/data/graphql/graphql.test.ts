import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverAudits } from 'graphql-http';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import type { DataPlane, SpaceRef } from '../contract.ts';
import { createDataPlane } from '../plane.ts';
import { asker, pick } from '../testing/ask.ts';
import { caller } from '../testing/call.ts';
import { recordSql, type SqlRecord } from '../testing/record-sql.ts';

const AML = `
enum Mood { HAPPY SAD }
/// A list of things to do.
model Board {
  id    String @id @default(cuid())
  title String @length(1, 40)
  tasks Task[]
  @@allow(read, anyone)
  @@allow(create, anyone)
  @@allow(update, anyone)
  @@allow(delete, anyone)
}
model Task {
  id      Int     @id @default(autoincrement())
  text    String
  rank    Int?
  big     BigInt  @default(0)
  price   Decimal @default(1.5)
  mood    Mood    @default(HAPPY)
  tags    String[]
  extra   Json?
  at      DateTime @default(now())
  board   Board?  @relation(fields: [boardId], references: [id], onDelete: Cascade)
  boardId String?
}
model Letter {
  id   String @id @default(uuid())
  body String
  @@allow(read, owner)
  @@allow(create, anyone)
}
`;

const textsOf = (page: unknown): readonly unknown[] =>
  (pick(page, 'edges') as readonly unknown[]).map((edge) => pick(edge, 'node.text'));

describeEachDatabase('per-app GraphQL', (db) => {
  let plane: DataPlane;
  const space: SpaceRef = { id: 'graph-app', aml: AML };
  let sql: SqlRecord;
  const ask = asker(() => plane, space);

  beforeAll(async () => {
    plane = createDataPlane({ db: db() });
    sql = recordSql(db().pool);
    for (const title of ['A', 'B', 'C']) {
      const { data } = await ask('mutation($t: String!) { createBoard(data: { title: $t }) { id title } }', {
        t: title,
      });
      for (let rank = 1; rank <= 3; rank += 1) {
        const variables = {
          data: {
            text: `${title}${rank}`,
            rank,
            boardId: pick(data, 'createBoard.id'),
            big: '9007199254740993',
          },
        };
        const made = await ask(
          'mutation($data: TaskCreateInput!) { createTask(data: $data) { id } }',
          variables,
        );
        expect(made.errors).toBeUndefined();
      }
    }
    await ask('mutation { createTask(data: { text: "loose" }) { id } }');
  });
  afterAll(() => plane.close());

  it('reads a row by its key, with exact numbers', async () => {
    const { data } = await ask(
      '{ task(id: 1) { id text big price mood tags extra at nodeId board { title } } }',
    );
    expect(pick(data, 'task')).toMatchObject({
      id: 1,
      text: 'A1',
      big: '9007199254740993',
      price: '1.5',
      mood: 'HAPPY',
      tags: [],
      extra: null,
      board: { title: 'A' },
    });
    expect(
      pick(
        (
          await ask('query($id: ID!) { node(id: $id) { nodeId ... on Task { text } } }', {
            id: pick(data, 'task.nodeId'),
          })
        ).data,
        'node',
      ),
    ).toEqual({ nodeId: pick(data, 'task.nodeId'), text: 'A1' });
    expect(pick((await ask('{ task(id: 999) { id } }')).data, 'task')).toBeNull();
  });

  it('filters, sorts and pages forwards and backwards without gaps', async () => {
    const page = async (args: string) =>
      pick(
        (
          await ask(
            `{ tasks(orderBy: [{ rank: desc }], ${args}) { totalCount edges { cursor node { text } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
          )
        ).data,
        'tasks',
      );
    const seen: string[] = [];
    let after = '';
    for (let n = 0; n < 5; n += 1) {
      const tasks = await page(`first: 3${after}`);
      seen.push(...textsOf(tasks).map(String));
      expect(pick(tasks, 'totalCount')).toBe(10);
      if (!pick(tasks, 'pageInfo.hasNextPage')) break;
      after = `, after: "${String(pick(tasks, 'pageInfo.endCursor'))}"`;
    }
    // NULL sorts first in descending order.
    expect(seen[0]).toBe('loose');
    expect(seen).toHaveLength(10);
    expect(new Set(seen).size).toBe(10);
    const last = await page('last: 2');
    expect(textsOf(last)).toEqual(seen.slice(-2));
    const before = await page(`last: 3, before: "${String(pick(last, 'pageInfo.startCursor'))}"`);
    expect(textsOf(before)).toEqual(seen.slice(-5, -2));
    expect(pick(before, 'pageInfo')).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  });

  it('respects the selection: one statement for nested rows, no count unless asked', async () => {
    sql.take();
    const query =
      '{ boards(orderBy: [{ title: asc }]) { nodes { title tasks(first: 2, orderBy: [{ rank: desc }]) { nodes { text } } } } }';
    const { data } = await ask(query);
    expect(pick(data, 'boards.nodes')).toEqual(
      ['A', 'B', 'C'].map((title) => ({
        title,
        tasks: { nodes: [{ text: `${title}3` }, { text: `${title}2` }] },
      })),
    );
    const statements = sql.take();
    expect(statements).toHaveLength(1);
    expect(statements[0]).not.toMatch(/count\(/i);
    expect(statements[0]).not.toContain('"price"');
  });

  it('gives nested rows the same exact values as rows at the root, limited by the database', async () => {
    const fields = 'id text rank big price mood tags extra at boardId';
    const data = {
      text: 'exact',
      big: '-9007199254740993',
      price: '12345678901234567890.123456789',
      tags: ['a"b', 'ü'],
    };
    const variables = { data: { ...data, extra: { n: 1.5, s: "q'\\", deep: [null, true] } } };
    const { boards } = (await ask('{ boards(first: 1) { nodes { id } } }')).data as {
      boards: { nodes: [{ id: string }] };
    };
    const boardId = boards.nodes[0].id;
    const made = await ask(`mutation($data: TaskCreateInput!) { createTask(data: $data) { ${fields} } }`, {
      data: { ...variables.data, boardId },
    });
    const task = pick(made.data, 'createTask');
    expect(task).toMatchObject(variables.data);
    sql.take();
    const nested = await ask(
      `query($id: ID!) { board(id: $id) { tasks(first: 1, orderBy: [{ id: desc }]) { nodes { ${fields} board { tasks(last: 1) { nodes { ${fields} } } } } } } }`,
      { id: boardId },
    );
    expect(pick(nested.data, 'board.tasks.nodes.0')).toMatchObject(task as object);
    expect(pick(nested.data, 'board.tasks.nodes.0.board.tasks.nodes.0')).toEqual(task);
    sql.take();
    await ask('query($id: ID!) { board(id: $id) { tasks(first: 1) { nodes { text big } } } }', {
      id: boardId,
    });
    const statements = sql.take();
    expect(statements).toHaveLength(1);
    expect(statements[0]?.match(/LIMIT/g)).toHaveLength(2);
    await ask('mutation($id: Int!) { deleteTask(id: $id) { id } }', { id: pick(task, 'id') }, 'owner');
  });

  it('answers one list under two aliases with one more statement, not one a row', async () => {
    await ask('{ __typename }');
    sql.take();
    const { data } = await ask(
      '{ boards { nodes { title low: tasks(where: { rank: { lt: 2 } }) { totalCount nodes { text } } high: tasks(where: { rank: { gte: 2 } }) { totalCount } } } }',
    );
    expect(pick(data, 'boards.nodes.0')).toEqual({
      title: 'A',
      low: { totalCount: 1, nodes: [{ text: 'A1' }] },
      high: { totalCount: 2 },
    });
    expect(sql.take()).toHaveLength(2);
  });

  it('aggregates what a filter leaves', async () => {
    const { data } = await ask(
      '{ taskAggregate(where: { board: { is: { title: { equals: "B" } } } }) { count sum { rank price } avg { rank } min { text mood } max { at big } } }',
    );
    expect(pick(data, 'taskAggregate')).toMatchObject({
      count: 3,
      sum: { rank: 6, price: '4.5' },
      avg: { rank: 2 },
      min: { text: 'B1' },
      max: { big: '9007199254740993' },
    });
  });

  it('changes and deletes where rules allow, and has no such field where they do not', async () => {
    const made = pick(
      (await ask('mutation { createBoard(data: { title: "X" }) { id } }')).data,
      'createBoard',
    );
    const changed = await ask('mutation($id: ID!) { updateBoard(id: $id, data: { title: "Y" }) { title } }', {
      id: pick(made, 'id'),
    });
    expect(pick(changed.data, 'updateBoard')).toEqual({ title: 'Y' });
    const gone = await ask('mutation($id: ID!) { deleteBoard(id: $id) { title tasks { totalCount } } }', {
      id: pick(made, 'id'),
    });
    expect(pick(gone.data, 'deleteBoard')).toEqual({ title: 'Y', tasks: { totalCount: 0 } });
    const again = await ask('mutation($id: ID!) { deleteBoard(id: $id) { title } }', {
      id: pick(made, 'id'),
    });
    expect([again.status, again.errors?.[0]?.extensions?.['code']]).toEqual([404, 'not_found']);
    expect((await ask('mutation { deleteTask(id: 1) { id } }')).errors?.[0]?.message).toContain('deleteTask');
    expect(
      pick(
        (await ask('mutation { updateTask(id: 1, data: { text: "own" }) { text } }', {}, 'owner')).data,
        'updateTask',
      ),
    ).toEqual({ text: 'own' });
    await ask('mutation { updateTask(id: 1, data: { text: "A1" }) { text } }', {}, 'owner');
  });

  it('lets a visitor write what only the owner reads', async () => {
    expect(
      pick((await ask('mutation { createLetter(data: { body: "hi" }) { body } }')).data, 'createLetter'),
    ).toEqual({ body: 'hi' });
    expect((await ask('{ letters { nodes { body } } }')).errors?.[0]?.message).toContain('letters');
    expect(pick((await ask('{ letters { nodes { body } } }', {}, 'owner')).data, 'letters.nodes')).toEqual([
      { body: 'hi' },
    ]);
  });

  it('answers mistakes with the code and status of the list, without SQL', async () => {
    const bad = await ask('mutation { createBoard(data: { title: "" }) { id } }');
    expect(bad.errors?.[0]?.extensions).toMatchObject({
      code: 'invalid_record',
      diagnostics: [{ path: '/title', code: 'too_short' }],
    });
    const many = await ask('{ tasks(first: 101) { nodes { id } } }');
    expect(many.errors?.[0]).toMatchObject({
      message: 'first: must be an integer from 0 to 100.',
      extensions: { code: 'invalid_request' },
    });
    const foreign = await ask('{ tasks(after: "abc") { nodes { id } } }');
    expect(foreign.errors?.[0]?.extensions?.['code']).toBe('invalid_request');
    const deep = 'tasks(first: $n) { nodes { board { '.repeat(2) + 'id' + ' } } }'.repeat(2);
    const wide = await ask(`query($n: Int) { boards(first: $n) { nodes { ${deep} } } }`, { n: 100 });
    expect(wide.errors?.[0]?.message).toContain('20000 are allowed');
    const dangling = await ask('mutation { createTask(data: { text: "a", boardId: "none" }) { id } }');
    expect(dangling.errors?.[0]?.extensions).toMatchObject({ code: 'invalid_record' });
    expect(JSON.stringify([bad, many, foreign, wide, dangling])).not.toMatch(/app_[a-z2-7]{26}|prisma/i);
  });

  it('takes JSON only and refuses abuse', async () => {
    const form = new Request('http://app.test/a/graph-app/_graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'query=%7B__typename%7D',
    });
    expect((await plane.respond(space, '_graphql', form, 'anyone')).status).toBe(415);
    const aliases = Array.from({ length: 40 }, (_, i) => `a${i}: node(id: "x") { nodeId }`).join(' ');
    expect((await ask(`{ ${aliases} }`)).errors?.[0]?.message).toMatch(/alias/i);
    const nested = 'board { tasks { nodes {'.repeat(8) + ' id ' + '} } }'.repeat(8);
    expect((await ask(`{ tasks { nodes { ${nested} } } }`)).errors?.[0]?.message).toMatch(/depth|cost|rows/i);
    const big = await caller(plane, space).send('_graphql', 'POST', '', {
      query: `{ __typename } # ${'x'.repeat(300_000)}`,
    });
    expect(big.status).toBe(413);
    const get = await plane.respond(
      space,
      '_graphql',
      new Request('http://app.test/a/graph-app/_graphql', { headers: { accept: 'text/html' } }),
      'anyone',
    );
    expect(await get.text()).not.toContain('<html');
    expect(get.headers.get('access-control-allow-origin')).toBeNull();
  });

  describe('graphql-http audits', () => {
    for (const audit of serverAudits({
      url: 'http://app.test/a/audited/_graphql',
      fetchFn: async (url: string, init: RequestInit) =>
        plane.respond({ id: 'audited', aml: AML }, '_graphql', new Request(url, init), 'anyone'),
    })) {
      it(audit.name, async () => {
        const result = await audit.fn();
        expect(
          result.status === 'ok' ? 'ok' : `${result.status}: ${'reason' in result ? result.reason : ''}`,
        ).toBe('ok');
      });
    }
  });
});
