import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import type { DataPlane } from '../contract.ts';
import { createDataPlane } from '../plane.ts';
import { answered, asker, pick } from '../testing/ask.ts';
import { recordSql, type SqlRecord } from '../testing/record-sql.ts';

const AML = `
model Board {
  id    String @id @default(cuid())
  title String @length(1, 40)
  slug  String? @unique
  tasks Task[]
  cover Cover?
  @@allow(read, anyone)
  @@allow(create, anyone)
  @@allow(update, anyone)
  @@allow(delete, anyone)
}
model Task {
  a       Int
  b       String
  text    String @length(1, 20) @trim
  rank    Int @default(7)
  board   Board? @relation(fields: [boardId], references: [id], onDelete: Cascade)
  boardId String?
  notes   Note[]
  @@id([a, b])
  @@allow(read, anyone)
  @@allow(create, anyone)
  @@allow(update, anyone)
  @@allow(delete, anyone)
}
model Note {
  id   Int @id @default(autoincrement())
  body String
  task Task @relation(fields: [ta, tb], references: [a, b])
  ta   Int
  tb   String
  @@allow(read, anyone)
  @@allow(create, anyone)
}
model Cover {
  id    Int @id @default(autoincrement())
  url   String @url
  board Board? @relation(fields: [slug], references: [slug])
  slug  String? @unique
  @@allow(read, anyone)
  @@allow(create, anyone)
  @@allow(update, anyone)
  @@allow(delete, anyone)
}
model Secret {
  id   Int @id @default(autoincrement())
  text String
  hint Hint?
  @@allow(read, owner)
  @@allow(create, owner)
}
model Hint {
  id       Int @id @default(autoincrement())
  secret   Secret @relation(fields: [secretId], references: [id])
  secretId Int @unique
}
`;

describeEachDatabase('nested writes', (db) => {
  let plane: DataPlane;
  let sql: SqlRecord;
  const ask = asker(() => plane, { id: 'nested', aml: AML });
  const run = (text: string, path: string, variables?: object): Promise<unknown> =>
    answered(ask(text, variables), path);
  const refused = async (text: string, variables?: object): Promise<readonly [unknown, unknown, unknown]> => {
    const { errors } = await ask(text, variables);
    return [
      pick(errors, '0.extensions.code'),
      pick(errors, '0.message'),
      pick(errors, '0.extensions.diagnostics'),
    ];
  };
  const count = async (): Promise<unknown> =>
    (await ask('{ b: boards { totalCount } t: tasks { totalCount } n: notes { totalCount } }')).data;
  const CREATE =
    'mutation($data: BoardCreateInput!) { createBoard(data: $data) { id title tasks(orderBy: [{ a: asc }]) { totalCount nodes { a text rank boardId notes { nodes { body } } } } cover { url } } }';

  beforeAll(() => {
    plane = createDataPlane({ db: db() });
    sql = recordSql(db().pool);
  });
  afterAll(() => plane.close());

  it('names the place of a row that is missing or taken, in the sentence and as a path', async () => {
    const before = await count();
    const told = async (data: object): Promise<unknown> => {
      const [code, message, diagnostics] = await refused(CREATE, { data: { title: 'Placed', ...data } });
      return [code, message, pick(diagnostics, '0.path')];
    };
    const missing = { a: 9_000, b: 'nowhere' };
    expect(await told({ tasks: { connect: [missing] } })).toEqual([
      'not_found',
      '/tasks/connect/0: there is no such row of Task.',
      '/tasks/connect/0',
    ]);
    const deep =
      'mutation { createNote(data: { body: "b", task: { create: { a: 9001, b: "x", text: "t", board: { connect: { id: "none" } } } } }) { body } }';
    expect((await refused(deep)).slice(0, 2)).toEqual([
      'not_found',
      '/task/create/board/connect: there is no such row of Board.',
    ]);
    const twice = [
      { a: 9_002, b: 'x', text: 'one' },
      { a: 9_002, b: 'x', text: 'two' },
    ];
    expect(await told({ tasks: { create: twice } })).toEqual([
      'conflict',
      '/tasks/create/1: Task has a row with the same a and b already.',
      '/tasks/create/1/a',
    ]);
    expect(await told({ cover: { connect: { id: 99_999 } } })).toEqual([
      'not_found',
      '/cover/connect: there is no such row of Cover.',
      '/cover/connect',
    ]);
    expect(await count()).toEqual(before);
  });

  it('stores one field of a mutation or nothing of it, and each field of a document by itself', async () => {
    const { data, errors } = await ask(
      'mutation { first: createBoard(data: { title: "Kept", slug: "kept" }) { title } ' +
        'second: createBoard(data: { title: "Gone", slug: "kept", tasks: { create: [{ a: 9100, b: "x", text: "gone" }] } }) { title } }',
    );
    expect(errors?.map(({ path }) => path)).toEqual([['second']]);
    expect(pick(data, 'second')).toBeUndefined();
    const kept = 'boards(where: { slug: { equals: "kept" } }) { nodes { title } }';
    expect(await run(`{ ${kept} }`, 'boards.nodes')).toEqual([{ title: 'Kept' }]);
    expect(await run('{ task(a: 9100, b: "x") { text } }', 'task')).toBeNull();
  });

  it('makes rows on both sides of a relation in one transaction, by the rules of each', async () => {
    const board = await run(CREATE, 'createBoard', {
      data: {
        title: 'One',
        slug: 'one',
        cover: { create: { url: 'https://example.org/c.png' } },
        tasks: {
          create: [
            { a: 1, b: 'x', text: '  first ', notes: { create: [{ body: 'n1' }, { body: 'n2' }] } },
            { a: 2, b: 'x', text: 'second', rank: 1 },
          ],
        },
      },
    });
    const { id } = board as { id: string };
    expect(board).toMatchObject({
      title: 'One',
      tasks: {
        totalCount: 2,
        nodes: [
          { a: 1, text: 'first', rank: 7, boardId: id, notes: { nodes: [{ body: 'n1' }, { body: 'n2' }] } },
          { a: 2, text: 'second', rank: 1, boardId: id, notes: { nodes: [] } },
        ],
      },
      cover: { url: 'https://example.org/c.png' },
    });
    const note = await run(
      'mutation { createNote(data: { body: "up", task: { create: { a: 3, b: "y", text: "made", board: { create: { title: "Up" } } } } }) { ta tb task { text rank board { title } } } }',
      'createNote',
    );
    expect(note).toEqual({ ta: 3, tb: 'y', task: { text: 'made', rank: 7, board: { title: 'Up' } } });
    const linked = await run(
      'mutation($id: ID!) { createTask(data: { a: 4, b: "z", text: "linked", board: { connect: { id: $id } }, notes: { create: [{ body: "x" }] } }) { board { title } } }',
      'createTask.board.title',
      { id },
    );
    expect(linked).toBe('One');
  });

  it('writes a row without relations in one statement still', async () => {
    await run('mutation { createBoard(data: { title: "warm" }) { id } }', 'createBoard');
    sql.take();
    await run('mutation { createBoard(data: { title: "plain" }) { id } }', 'createBoard');
    expect(sql.take()).toHaveLength(1);
  });

  it('keeps nothing when a row cannot be stored, and names every mistake with its place', async () => {
    const before = await count();
    const [code, , diagnostics] = await refused(CREATE, {
      data: {
        title: '',
        tasks: {
          create: [
            { a: 9, b: 'q', text: 'ok' },
            { a: 10, b: 'q', text: 'x'.repeat(21), notes: { create: [{ body: null }] } },
          ],
        },
        cover: { create: { url: 'nowhere' } },
      },
    }).catch(() => []);
    // A null for a required field is GraphQL's own mistake; without it the rest is told at once.
    expect(code).toBe('invalid_request');
    expect(diagnostics).toBeUndefined();
    const told = await refused(CREATE, {
      data: {
        title: '',
        tasks: {
          create: [
            { a: 9, b: 'q', text: 'ok' },
            { a: 10, b: 'q', text: 'x'.repeat(21) },
          ],
        },
        cover: { create: { url: 'nowhere' } },
      },
    });
    expect(told[0]).toBe('invalid_record');
    expect((told[2] as { path: string }[]).map(({ path }) => path).sort()).toEqual([
      '/cover/create/url',
      '/tasks/create/1/text',
      '/title',
    ]);
    // The second row has the key of the first, which is gone with it.
    const [conflict] = await refused(CREATE, {
      data: {
        title: 'Never',
        tasks: {
          create: [
            { a: 99, b: 'q', text: 'new' },
            { a: 99, b: 'q', text: 'twice' },
          ],
        },
      },
    });
    expect(conflict).toBe('conflict');
    const [missing] = await refused(CREATE, {
      data: { title: 'Never', tasks: { connect: [{ a: 1, b: 'nobody' }] } },
    });
    expect(missing).toBe('not_found');
    expect(await count()).toEqual(before);
  });

  it('changes, links, unlinks and deletes what hangs on a row, and only that', async () => {
    const make = (title: string, a: number): Promise<unknown> =>
      run(CREATE, 'createBoard.id', {
        data: {
          title,
          slug: title,
          tasks: {
            create: [
              { a, b: 'u', text: 'one' },
              { a: a + 1, b: 'u', text: 'two' },
            ],
          },
        },
      });
    const mine = await make('mine', 20);
    const other = await make('other', 30);
    const UPDATE =
      'mutation($id: ID!, $data: BoardUpdateInput!) { updateBoard(id: $id, data: $data) { title tasks(orderBy: [{ a: asc }]) { nodes { a text } } cover { url } } }';
    expect(
      await run(UPDATE, 'updateBoard', {
        id: mine,
        data: {
          title: 'changed',
          tasks: {
            create: [{ a: 22, b: 'u', text: 'three' }],
            update: [{ key: { a: 20, b: 'u' }, data: { text: 'ONE' } }],
            delete: [{ a: 21, b: 'u' }],
            connect: [{ a: 31, b: 'u' }],
          },
          cover: { create: { url: 'https://example.org/1' } },
        },
      }),
    ).toEqual({
      title: 'changed',
      tasks: {
        nodes: [
          { a: 20, text: 'ONE' },
          { a: 22, text: 'three' },
          { a: 31, text: 'two' },
        ],
      },
      cover: { url: 'https://example.org/1' },
    });
    expect(
      await run(UPDATE, 'updateBoard', {
        id: mine,
        data: {
          tasks: { disconnect: [{ a: 22, b: 'u' }] },
          cover: { update: { url: 'https://example.org/2' } },
        },
      }),
    ).toMatchObject({ tasks: { nodes: [{ a: 20 }, { a: 31 }] }, cover: { url: 'https://example.org/2' } });
    for (const tasks of [
      { delete: [{ a: 30, b: 'u' }] },
      { disconnect: [{ a: 30, b: 'u' }] },
      { update: [{ key: { a: 30, b: 'u' }, data: { text: 'stolen' } }] },
    ])
      expect((await refused(UPDATE, { id: mine, data: { title: 'no', tasks } }))[0]).toBe('not_found');
    expect(
      await run('query($id: ID!) { board(id: $id) { tasks { nodes { a text } } } }', 'board.tasks.nodes', {
        id: other,
      }),
    ).toEqual([{ a: 30, text: 'one' }]);
    expect(
      await run(
        'mutation { updateTask(a: 30, b: "u", data: { board: { update: { title: "by task" } } }) { board { title } } }',
        'updateTask.board.title',
      ),
    ).toBe('by task');
    expect(
      await run(
        'mutation { updateTask(a: 30, b: "u", data: { board: { disconnect: true } }) { boardId board { title } } }',
        'updateTask',
      ),
    ).toEqual({ boardId: null, board: null });
    expect(
      (
        await refused(
          'mutation { updateTask(a: 30, b: "u", data: { board: { update: { title: "gone" } } }) { a } }',
        )
      )[0],
    ).toBe('not_found');
    expect(
      await run(UPDATE, 'updateBoard.cover', { id: mine, data: { cover: { delete: true } } }),
    ).toBeNull();
  });

  it('names the unique field that is taken, and says when other rows need the one to be deleted', async () => {
    await ask('mutation { a: createBoard(data: { title: "a", slug: "mine" }) { id } }');
    const other = await run('mutation { createBoard(data: { title: "b" }) { id } }', 'createBoard.id');
    const message = 'Board has a row with the same slug already.';
    expect(
      await refused('mutation($id: ID!) { updateBoard(id: $id, data: { slug: "mine" }) { id } }', {
        id: other,
      }),
    ).toEqual(['conflict', message, [{ code: 'conflict', message, path: '/slug' }]]);
    await ask(
      'mutation { createTask(data: { a: 77, b: "x", text: "t", notes: { create: [{ body: "n" }] } }) { a } }',
    );
    expect(await refused('mutation { deleteTask(a: 77, b: "x") { a } }')).toEqual([
      'conflict',
      'Other rows need this row of Task. Delete or change those first.',
      undefined,
    ]);
  });

  it('asks the rules of the other model, in the schema and again where rows are written', async () => {
    const types = (await run(
      '{ a: __type(name: "NoteCreateInput") { inputFields { name } } }',
      'a.inputFields',
    )) as { name: string }[];
    expect(types.map(({ name }) => name)).toContain('task');
    const hint = await run(
      '{ __type(name: "HintCreateInput") { inputFields { name type { kind } } } }',
      '__type.inputFields',
    );
    // Secrets are neither made nor read by visitors: the key alone stays, and is required again.
    expect(hint).toEqual([{ name: 'secretId', type: { kind: 'NON_NULL' } }]);
    const [, message] = await refused(
      'mutation { createHint(data: { secret: { create: { text: "x" } } }) { id } }',
    );
    expect(message).toContain('secret');
    // Notes may be made, not changed: a task takes new ones only.
    const [, denied] = await refused(
      'mutation { createTask(data: { a: 50, b: "r", text: "t", notes: { connect: [{ id: 1 }] } }) { a } }',
    );
    expect(denied).toContain('connect');
    const owner = await ask(
      'mutation { createHint(data: { secret: { create: { text: "x" } } }) { secret { text } } }',
      {},
      'owner',
    );
    expect(pick(owner.data, 'createHint.secret.text')).toBe('x');
  });

  it('refuses a key that is given twice, one relation with two meanings, and a required one that is left out', async () => {
    const twice = await refused(
      'mutation { createTask(data: { a: 60, b: "r", text: "t", boardId: "x", board: { create: { title: "y" } } }) { a } }',
    );
    expect(twice[2]).toMatchObject([{ code: 'given_twice', path: '/boardId' }]);
    const nested = await refused(
      'mutation { createBoard(data: { title: "y", tasks: { create: [{ a: 60, b: "r", text: "t", boardId: "x" }] } }) { id } }',
    );
    expect(nested[2]).toMatchObject([{ code: 'given_twice', path: '/tasks/create/0/boardId' }]);
    const both = await refused(
      'mutation { createTask(data: { a: 60, b: "r", text: "t", board: { connect: { id: "x" }, create: { title: "y" } } }) { a } }',
    );
    expect(both[0]).toBe('invalid_request');
    const missing = await refused('mutation { createNote(data: { body: "alone" }) { id } }');
    expect(missing[2]).toMatchObject([
      { code: 'required', path: '/ta' },
      { code: 'required', path: '/tb' },
    ]);
  });

  it('has limits on depth and rows that name themselves', async () => {
    const before = await count();
    const rows = Array.from({ length: 100 }, (_, i) => ({ a: 1_000 + i, b: 'many', text: 't' }));
    const [code, message] = await refused(CREATE, { data: { title: 'many', tasks: { create: rows } } });
    expect([code, message]).toEqual([
      'invalid_request',
      '/tasks/create/99: one mutation writes 100 rows at most.',
    ]);
    const deep = (depth: number): object =>
      depth === 0
        ? { title: 'end' }
        : {
            title: 'd',
            tasks: {
              create: [
                { a: 2_000 + depth, b: 'd', text: 't', ...(depth > 1 ? { notes: { create: [] } } : {}) },
              ],
            },
          };
    expect((await refused(CREATE, { data: deep(1) }))[0]).toBeUndefined();
    const ring = { a: 3_000, b: 'd', text: 't' };
    const chain = {
      body: '1',
      task: {
        create: {
          ...ring,
          board: {
            create: {
              title: 'b',
              tasks: { create: [{ ...ring, a: 3_001, notes: { create: [{ body: '5' }] } }] },
            },
          },
        },
      },
    };
    const deepAnswer = await refused('mutation($data: NoteCreateInput!) { createNote(data: $data) { id } }', {
      data: chain,
    });
    expect(deepAnswer[1]).toContain('nested writes go 4 levels deep at most.');
    await ask('mutation { deleteTask(a: 2001, b: "d") { a } }');
    await ask('{ __typename }');
    expect(pick(await count(), 'n')).toEqual(pick(before, 'n'));
  });

  it("never reaches another app's rows", async () => {
    const twin = asker(() => plane, { id: 'nested-twin', aml: AML });
    const made = await answered(
      twin('mutation { createBoard(data: { title: "theirs" }) { id } }'),
      'createBoard.id',
    );
    expect(
      (
        await refused(
          'mutation($id: ID!) { createTask(data: { a: 70, b: "s", text: "t", board: { connect: { id: $id } } }) { a } }',
          { id: made },
        )
      )[0],
    ).toBe('not_found');
    expect(
      (
        await refused(
          'mutation($id: ID!) { createTask(data: { a: 70, b: "s", text: "t", boardId: $id }) { a } }'.replace(
            'ID!',
            'String!',
          ),
          { id: made },
        )
      )[0],
    ).toBe('invalid_record');
  });

  it('links rows by keys that leave as text', async () => {
    const aml = `model Big {
  id   BigInt @id
  at   DateTime @unique
  kids Kid[]
}
model Kid {
  id    Decimal @id
  big   Big? @relation(fields: [bigId], references: [id])
  bigId BigInt?
}`;
    const big = asker(() => plane, { id: 'nested-big', aml });
    const data = {
      id: '9007199254740993',
      at: '2026-01-01T00:00:00.001Z',
      kids: { create: [{ id: '1.5' }] },
    };
    const made = await answered(
      big(
        'mutation($data: BigCreateInput!) { createBig(data: $data) { id at kids { nodes { id bigId } } } }',
        {
          data,
        },
      ),
      'createBig',
    );
    expect(made).toEqual({ ...data, kids: { nodes: [{ id: '1.5', bigId: data.id }] } });
    const linked = await answered(
      big(
        'mutation { createKid(data: { id: "2", big: { connect: { id: "9007199254740993" } } }) { big { id } } }',
      ),
      'createKid.big',
    );
    expect(linked).toEqual({ id: data.id });
  });
});
