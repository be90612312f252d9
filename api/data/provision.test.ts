import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../test/support/databases.ts';
import type { DataPlane } from './contract.ts';
import { createDataPlane } from './plane.ts';
import { schemaName } from './space-name.ts';
import { caller } from './testing/call.ts';

const AML = 'model Entry {\n  id String @id @default(cuid())\n  text String\n}\n';
const MORE = `${AML}model Extra {\n  id String @id @default(cuid())\n}\n`;

describeEachDatabase('provisioning', (db) => {
  /** Two planes on one database stand for two processes. */
  let plane: DataPlane;
  let other: DataPlane;
  beforeAll(() => {
    plane = createDataPlane({ db: db() });
    other = createDataPlane({ db: db() });
  });
  afterAll(async () => {
    await plane.close();
    await other.close();
  });

  it('happens once for 50 first accesses at a time, in two processes', async () => {
    const space = { id: 'rush', aml: AML };
    const planes = db().mode === 'postgres' ? [plane, other] : [plane];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        caller(planes[i % planes.length] ?? plane, space).insert({ text: `n${i}` }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 50 }, () => 201));
    const { rows } = await db().pool.query(
      `SELECT (SELECT count(*)::int FROM "${schemaName('rush')}"."entry") AS rows, (SELECT count(*)::int FROM "AppCatalog" WHERE "spaceId" = 'rush') AS catalogs`,
    );
    expect(rows).toEqual([{ rows: 50, catalogs: 1 }]);
  });

  it('is idempotent, and a plan touches nothing', async () => {
    const space = { id: 'again', aml: AML };
    expect((await plane.plan(space)).changes.map((change) => change.change)).toEqual(['add_model Entry']);
    expect(
      (await db().pool.query(`SELECT to_regclass('"${schemaName('again')}"."entry"') AS t`)).rows,
    ).toEqual([{ t: null }]);
    expect((await plane.apply(space)).changes).toHaveLength(1);
    expect((await plane.apply(space)).changes).toEqual([]);
  });

  it('follows the text of a draft, but a published space changes by publishing only', async () => {
    const draft = { id: 'draft', aml: AML };
    await caller(plane, draft).insert({ text: 'a' });
    expect((await caller(plane, { ...draft, aml: MORE }).insert({}, '?entity=Extra')).status).toBe(201);
    expect((await caller(plane, draft).query({ entity: 'Extra' })).status).toBe(404);
    await plane.apply({ id: 'live', aml: MORE });
    // A request that still carries the text of a moment ago is served as things stand.
    expect((await caller(plane, { id: 'live', aml: AML }).insert({}, '?entity=Extra')).status).toBe(201);
  });

  it('is heard of in other processes', async ({ skip }) => {
    if (db().mode === 'embedded') skip('the embedded database has one process');
    await plane.apply({ id: 'heard', aml: AML });
    expect((await caller(other, { id: 'heard', aml: AML }).insert({ text: 'a' })).status).toBe(201);
    await plane.apply({ id: 'heard', aml: MORE });
    await expect
      .poll(async () => (await caller(other, { id: 'heard', aml: MORE }).query({ entity: 'Extra' })).status)
      .toBe(200);
  });

  it('quotes hostile ids', async () => {
    const space = { id: `x'); DROP TABLE "App"; --"\\`, aml: AML };
    expect(
      (await caller(plane, { ...space, id: encodeURIComponent(space.id) }).insert({ text: 'a' })).status,
    ).toBe(201);
    const request = new Request('http://app.test/_data', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"a"}',
    });
    expect((await plane.respond(space, '_data', request, 'anyone')).status).toBe(201);
    const { rows } = await db().pool.query(`SELECT "projectId" FROM "${schemaName(space.id)}"."entry"`);
    expect(rows).toEqual([{ projectId: space.id }]);
  });

  it('forgets a space and opens it again', async () => {
    const space = { id: 'forgotten', aml: AML };
    await caller(plane, space).insert({ text: 'a' });
    await plane.forget('forgotten');
    expect((await caller(plane, space).get()).body.records).toHaveLength(1);
  });
});
