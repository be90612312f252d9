import { physicalNames } from '@platform/aml-compiler/emit/physical-names.ts';
import { emitPrisma } from '@platform/aml-compiler/emit/prisma.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../test/support/databases.ts';
import { readCatalog } from './catalog-row.ts';
import type { DataPlane, SpaceRef } from './contract.ts';
import { describeModels, findModel } from './model-info.ts';
import { createDataPlane } from './plane.ts';
import { createRuntimeClient } from './runtime-client.ts';
import { createScopedClient } from './scope.ts';
import { schemaName } from './space-name.ts';
import { createSqlRows, poolQuery } from './sql/rows.ts';
import { describeTables } from './sql/tables.ts';
import { caller } from './testing/call.ts';

const AML = `
model Room {
  id    String @id
  name  String
  notes Note[]
  @@allow(read, anyone)
  @@allow(create, anyone)
  @@allow(update, anyone)
  @@allow(delete, anyone)
}
model Note {
  id     Int     @id @default(autoincrement())
  text   String
  extra  Json?
  room   Room?   @relation(fields: [roomId], references: [id], onDelete: Cascade)
  roomId String?
}
`;

/** Two apps with the same AML. Whatever one asks, no row of the other is read or changed (spec 4.1 rule 1). */
describeEachDatabase('isolation', (db) => {
  let plane: DataPlane;
  const mine: SpaceRef = { id: 'mine', aml: AML };
  const theirs: SpaceRef = { id: 'theirs', aml: AML };
  const me = () => caller(plane, mine);
  const ask = async (space: SpaceRef, query: string, variables?: object) =>
    (await caller(plane, space).send('_graphql', 'POST', '', { query, variables })).body;
  const stateOf = async (id: string) => {
    const schema = schemaName(id);
    const [rooms, notes] = [`"${schema}"."room"`, `"${schema}"."note"`];
    const { rows } = await db().pool.query(
      `SELECT (SELECT jsonb_agg(r ORDER BY r."id") FROM ${rooms} r) AS rooms, (SELECT jsonb_agg(n ORDER BY n."id") FROM ${notes} n) AS notes`,
    );
    return JSON.stringify(rows);
  };
  let before = '';
  let foreignNode = '';
  let foreignCursor = '';

  beforeAll(async () => {
    plane = createDataPlane({ db: db() });
    const them = caller(plane, theirs);
    expect((await them.insert({ id: 'r1', name: 'SECRET' })).status).toBe(201);
    await them.insert({ id: 'r2', name: 'SECRET' });
    for (let n = 0; n < 3; n += 1) await them.insert({ text: 'SECRET', roomId: 'r1' }, '?entity=Note');
    await me().insert({ id: 'm1', name: 'own' });
    await me().insert({ text: 'own', roomId: 'm1' }, '?entity=Note');
    const { data } = (await ask(theirs, '{ rooms(first: 1) { edges { cursor node { nodeId } } } }')) as {
      data?: { rooms: { edges: readonly { cursor: string; node: { nodeId: string } }[] } };
    };
    foreignNode = data?.rooms.edges[0]?.node.nodeId ?? '';
    foreignCursor = data?.rooms.edges[0]?.cursor ?? '';
    expect(foreignNode).not.toBe('');
    before = await stateOf('theirs');
  });
  afterAll(() => plane.close());

  it('reads no foreign row by any query of REST', async () => {
    const scopes = [
      {},
      { projectId: 'theirs' },
      { projectId: { not: 'mine' } },
      { OR: [{ projectId: 'theirs' }, {}] },
      { NOT: { projectId: 'mine' } },
    ];
    for (const where of [
      ...scopes,
      { id: 'r1' },
      { notes: { some: { text: 'SECRET' } } },
      { name: { contains: 'SEC' } },
    ]) {
      for (const extra of [
        {},
        { projectId: 'theirs' },
        { select: ['name', 'projectId'] },
        { orderBy: { projectId: 'asc' } },
        {
          select: {
            name: true,
            notes: { where: { projectId: 'theirs' }, select: { text: true, room: true } },
          },
        },
      ]) {
        const { status, body } = await me().query({ entity: 'Room', where, ...extra });
        expect([200, 400]).toContain(status);
        expect(JSON.stringify(body)).not.toMatch(/SECRET|theirs/);
      }
    }
    expect(JSON.stringify((await me().get('?projectId=theirs&entity=Note&limit=200')).body)).not.toContain(
      'SECRET',
    );
  });

  it('writes into its own tables whatever the body says', async () => {
    for (const body of [
      { id: 'w1', name: 'x', projectId: 'theirs' },
      { entity: 'Room', values: { id: 'w2', name: 'x', projectId: 'theirs' }, projectId: 'theirs' },
      { entity: 'Note', text: 'x', extra: { projectId: 'theirs' }, projectId: 'theirs' },
    ]) {
      expect((await me().insert(body, '?projectId=theirs')).status).toBe(201);
    }
    // A key of another app's row is no key here.
    expect((await me().insert({ text: 'x', roomId: 'r1' }, '?entity=Note')).status).toBe(422);
    expect(await stateOf('theirs')).toBe(before);
    expect(await stateOf('mine')).not.toContain('"projectId": "theirs"}');
  });

  it('reads and changes no foreign row through GraphQL', async () => {
    const answers = [
      await ask(mine, '{ room(id: "r1") { name notes { nodes { text } } } }'),
      await ask(
        mine,
        '{ rooms(first: 100) { totalCount nodes { name notes { totalCount nodes { text room { name } } } } } }',
      ),
      await ask(mine, 'query($id: ID!) { node(id: $id) { nodeId ... on Room { name } } }', {
        id: foreignNode,
      }),
      await ask(mine, 'query($c: String) { rooms(after: $c) { nodes { name } } }', { c: foreignCursor }),
      await ask(mine, '{ noteAggregate(where: { text: { equals: "SECRET" } }) { count max { text } } }'),
      await ask(mine, 'mutation { updateRoom(id: "r1", data: { name: "taken" }) { name } }'),
      await ask(mine, 'mutation { deleteRoom(id: "r2") { name } }'),
      await ask(mine, 'mutation { createNote(data: { text: "x", roomId: "r1" }) { room { name } } }'),
      await ask(mine, 'mutation { createRoom(data: { id: "g1", name: "x", projectId: "theirs" }) { name } }'),
      await ask(mine, '{ rooms(where: { projectId: { equals: "theirs" } }) { nodes { name } } }'),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/SECRET|taken/);
    expect(answers[0]).toEqual({ data: { room: null } });
    expect(answers[2]).toEqual({ data: { node: null } });
    expect(JSON.stringify(answers[3])).toContain('no cursor of this list');
    expect(JSON.stringify(answers[4])).toContain('"count":0');
    expect(await stateOf('theirs')).toBe(before);
  });

  it('holds with a broken injector: the schema keeps reads apart, the CHECK refuses to write for another', async () => {
    const row = await readCatalog(db().pool, 'mine');
    if (!row) throw new Error('The app is not provisioned.');
    const { catalog, served } = row.content;
    const names = physicalNames(catalog, row.schema);
    const models = describeModels(served, served);
    const room = findModel(models, 'Room');
    const sql = createSqlRows(poolQuery(db().pool), { models, tables: describeTables(models, names) });
    const library = createRuntimeClient(emitPrisma(served, names), db().adapter);
    try {
      // No scope at all, and the neighbour's.
      const all = await sql.rows(room, {
        select: { id: true, name: true, notes: { select: { text: true } } },
      });
      expect(all).toContain('own');
      expect(all).not.toContain('SECRET');
      const broken = createScopedClient({ library, sql, sqlOver: () => sql }, models, 'theirs');
      expect(await broken.run(room, 'findMany', { select: { name: true } })).toEqual([]);
      const data = { id: 'b1', name: 'x' };
      await expect(broken.run(room, 'create', { data, select: { id: true } })).rejects.toThrow(
        /check|constraint/i,
      );
      const rooms = library.delegate('Room');
      const where = { id: 'm1' };
      await expect(rooms.create({ data: { ...data, [room.scopeField]: 'theirs' } })).rejects.toThrow();
      await expect(rooms.update({ where, data: { [room.scopeField]: 'theirs' } })).rejects.toThrow();
      await rooms.updateMany({ data: { name: 'own' } });
      await rooms.deleteMany({ where: { id: { startsWith: 'r' } } });
    } finally {
      await library.close();
    }
    expect(await stateOf('theirs')).toBe(before);
  });

  it('has a second wall: the tables take no row of another scope', async () => {
    const table = `"${schemaName('theirs')}"."room"`;
    await expect(
      db().pool.query(`INSERT INTO ${table} ("id", "name", "projectId") VALUES ('z', 'z', 'mine')`),
    ).rejects.toThrow();
    await expect(db().pool.query(`UPDATE ${table} SET "projectId" = 'mine'`)).rejects.toThrow();
  });
});
