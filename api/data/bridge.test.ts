import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../test/support/databases.ts';
import type { DataPlane, SpaceRef } from './contract.ts';
import { createDataPlane } from './plane.ts';
import { caller } from './testing/call.ts';

const AML = `
enum Mood { HAPPY SAD }
model Thread {
  id      String @id @default(cuid())
  title   String @length(1, 80)
  entries Entry[]
}
model Entry {
  id        Int      @id @default(autoincrement())
  text      String   @trim @length(1, 20)
  likes     Int      @default(0) @gte(0)
  big       BigInt?
  price     Decimal?
  score     Float?
  done      Boolean  @default(false)
  at        DateTime?
  mood      Mood     @default(HAPPY)
  tags      String[]
  code      String?  @unique
  extra     Json?
  thread    Thread?  @relation(fields: [threadId], references: [id], onDelete: Cascade)
  threadId  String?
  createdAt DateTime @default(now())
}
model Letter {
  id   String @id @default(uuid())
  body String
  @@allow(read, owner)
  @@allow(create, anyone)
}
model Ledger {
  id   String @id @default(uuid())
  body String
  @@allow(read, anyone)
  @@allow(create, owner)
}
`;

describeEachDatabase('bridge', (db) => {
  let plane: DataPlane;
  const space: SpaceRef = { id: 'bridge-app', aml: AML };
  const app = () => caller(plane, space);
  const entry = (values: object) => app().insert(values, '?entity=Entry');

  beforeAll(() => {
    plane = createDataPlane({ db: db() });
  });
  afterAll(() => plane.close());

  it('stores a record under the first model and answers with its id', async () => {
    const { status, body } = await app().insert({ title: 'Hello' });
    expect(status).toBe(201);
    expect(body).toEqual({
      ok: true,
      id: body.record?.['id'],
      record: { id: expect.any(String), title: 'Hello' },
    });
  });

  it('finds the entity in every form', async () => {
    const forms = [
      await app().insert({ text: 'a' }, '?entity=Entry'),
      await app().insert({ entity: 'Entry', values: { text: 'b' } }),
      await app().insert({ entity: 'Entry', text: 'c' }),
    ];
    expect(forms.map(({ status, body }) => [status, body.record?.['text']])).toEqual([
      [201, 'a'],
      [201, 'b'],
      [201, 'c'],
    ]);
    const unknown = await app().insert({ entity: 'Entri', text: 'c' });
    expect([unknown.status, unknown.body.error]).toEqual([
      404,
      { code: 'not_found', message: 'There is no entity "Entri". Did you mean "Entry"?' },
    ]);
  });

  it('coerces without loss and answers BigInt and Decimal as text', async () => {
    const { body } = await entry({
      text: ' x ',
      likes: '7',
      big: '9007199254740993',
      price: '12.50',
      score: '0.1',
      done: 'true',
      at: '2026-02-28T12:00:00+02:00',
      mood: 'SAD',
      tags: ['a', 'b'],
      code: 'c-1',
      surprise: 1,
      nested: { a: [null] },
    });
    expect(body.record).toMatchObject({
      text: 'x',
      likes: 7,
      big: '9007199254740993',
      price: '12.5',
      score: 0.1,
      done: true,
      at: '2026-02-28T10:00:00.000Z',
      mood: 'SAD',
      tags: ['a', 'b'],
      extra: { surprise: 1, nested: { a: [null] } },
    });
    expect(body.record).not.toHaveProperty('projectId');
  });

  it('names every mistake of a record by its field and stores nothing', async () => {
    const before = (await app().query({ entity: 'Entry', limit: 200 })).body.records?.length;
    const { status, body } = await entry({
      text: '',
      likes: 3_000_000_000,
      big: 1.5,
      price: 'x',
      at: '2026-02-31',
      mood: 'GLAD',
      tags: 'a',
      thread: {},
    });
    expect(status).toBe(422);
    expect(body.error?.code).toBe('invalid_record');
    expect(body.diagnostics?.map(({ code, path }) => `${path} ${code}`).sort()).toEqual([
      '/at invalid_type',
      '/big invalid_type',
      '/likes out_of_range',
      '/mood invalid_enum_value',
      '/price invalid_type',
      '/tags invalid_type',
      '/text too_short',
      '/thread unknown_field',
    ]);
    expect((await app().query({ entity: 'Entry', limit: 200 })).body.records).toHaveLength(before ?? -1);
  });

  it('refuses what Postgres cannot store, as a mistake of the record', async () => {
    for (const values of [{ text: 'a\0b' }, { text: '\ud800' }, { text: 'a', junk: { 'k\0': 1 } }]) {
      const { status, body } = await entry(values);
      expect([status, body.error?.code]).toEqual([422, 'invalid_record']);
    }
  });

  it('refuses unknown keys when there is no Json field, with the nearest name', async () => {
    const { status, body } = await app().insert({ titel: 'x' });
    expect(status).toBe(422);
    expect(body.diagnostics).toEqual([
      { code: 'required', message: 'title is required.', path: '/title' },
      {
        code: 'unknown_field',
        message: 'Thread has no field "titel".',
        path: '/titel',
        hint: 'Did you mean "title"?',
      },
    ]);
  });

  it('ignores what a client may not set', async () => {
    const { body } = await entry({ text: 'a', id: 99, createdAt: '2000-01-01', projectId: 'other' });
    expect(body.record?.['id']).not.toBe(99);
    expect(String(body.record?.['createdAt'])).not.toContain('2000');
    expect(body.record?.['extra']).toBeNull();
  });

  it('answers a unique violation with 409 and a dangling key with 422, without any SQL', async () => {
    await entry({ text: 'a', code: 'same' });
    const twice = await entry({ text: 'b', code: 'same' });
    const message = 'Entry has a row with the same code already.';
    expect([twice.status, twice.body.error]).toEqual([409, { code: 'conflict', message }]);
    expect(twice.body.diagnostics).toEqual([{ code: 'conflict', message, path: '/code' }]);
    const dangling = await entry({ text: 'b', threadId: 'nowhere' });
    expect([dangling.status, dangling.body.error?.code]).toEqual([422, 'invalid_record']);
    expect(dangling.body.diagnostics?.[0]).toMatchObject({ code: 'unknown_reference', path: '/threadId' });
    expect(JSON.stringify([twice.body, dangling.body])).not.toMatch(
      /insert|constraint|app_[a-z2-7]{26}|select/i,
    );
  });

  it('never names a unique field that is free, also after a rename', async () => {
    const model = (fields: string) => ({ id: 'renamed-unique', aml: `model P {\n${fields}\n}` });
    await caller(plane, model('name String @unique')).insert({ name: 'a' });
    await plane.apply(model('title String @unique @was("name")'));
    const both = model('title String @unique\nname String? @unique');
    await plane.apply(both);
    const { body } = await caller(plane, both).insert({ title: 'a', name: 'free' });
    expect([body.error?.message, body.diagnostics]).toEqual([
      'P has a row with the same title, or the same name already.',
      undefined,
    ]);
  });

  it('keeps the rules: 403 for what only the owner may do', async () => {
    expect((await app().insert({ body: 'x' }, '?entity=Letter')).status).toBe(201);
    expect((await app().query({ entity: 'Letter' })).body.error?.code).toBe('forbidden');
    expect((await caller(plane, space, 'owner').query({ entity: 'Letter' })).body.records).toHaveLength(1);
    expect((await app().insert({ body: 'x' }, '?entity=Ledger')).status).toBe(403);
  });

  it('filters, sorts, selects and limits', async () => {
    const thread = (await app().insert({ title: 'T' })).body.id;
    for (const likes of [1, 2, 3]) await entry({ text: `n${likes}`, likes, threadId: thread });
    const { body } = await app().query({
      entity: 'Entry',
      where: {
        threadId: thread,
        OR: [{ likes: { gt: 2 } }, { likes: 1 }],
        NOT: { text: 'n9' },
        thread: { is: { title: 'T' } },
      },
      select: { text: true, thread: { select: ['title'] } },
      orderBy: [{ likes: 'desc' }],
      limit: 2,
    });
    expect(body).toEqual({
      ok: true,
      records: [
        { text: 'n3', thread: { title: 'T' } },
        { text: 'n1', thread: { title: 'T' } },
      ],
    });
    const nested = await app().query({
      entity: 'Thread',
      where: { entries: { some: { likes: { in: [2, 3] } } }, id: thread },
      select: {
        title: true,
        entries: { select: ['text'], where: { likes: { lte: 2 } }, orderBy: '-likes', limit: 1 },
      },
    });
    expect(nested.body.records).toEqual([{ title: 'T', entries: [{ text: 'n2' }] }]);
    const listed = await app().get('?entity=Entry&orderBy=likes&dir=desc&limit=1');
    expect(listed.body.records?.[0]?.['likes']).toBe(7);
  });

  it('answers a list of queries with a list of lists', async () => {
    const { body } = await app().query([
      { entity: 'Thread', limit: 1 },
      { entity: 'Entry', limit: 2 },
    ]);
    expect((body.records as unknown as unknown[][]).map((records) => records.length)).toEqual([1, 2]);
  });

  it('takes LIKE wildcards literally', async () => {
    for (const text of ['50%', 'a_b', 'back\\slash', 'plain']) await entry({ text });
    const texts = async (filter: object) =>
      (await app().query({ entity: 'Entry', where: { text: filter }, select: ['text'], orderBy: 'id' })).body
        .records;
    expect(await texts({ contains: '%' })).toEqual([{ text: '50%' }]);
    expect(await texts({ contains: '_' })).toEqual([{ text: 'a_b' }]);
    expect(await texts({ contains: '\\' })).toEqual([{ text: 'back\\slash' }]);
    expect(await texts({ equals: 'A_B', mode: 'insensitive' })).toEqual([{ text: 'a_b' }]);
    expect(await texts({ equals: '_____', mode: 'insensitive' })).toEqual([]);
    expect(await texts({ in: ['A_B', '_____'], mode: 'insensitive' })).toEqual([{ text: 'a_b' }]);
    expect(await texts({ startsWith: '5', endsWith: '%' })).toEqual([{ text: '50%' }]);
    expect(await texts({ not: '_____', contains: 'a_', mode: 'insensitive' })).toEqual([{ text: 'a_b' }]);
    expect(await texts({ not: { equals: 'A_B' }, contains: 'a_', mode: 'insensitive' })).toEqual([]);
  });

  it('answers mistakes in a query with 400 and the nearest name', async () => {
    const message = async (query: object) => {
      const { status, body } = await app().query({ entity: 'Entry', ...query });
      expect(status).toBe(400);
      return body.error?.message;
    };
    expect(await message({ where: { txet: 'a' } })).toContain('did you mean "text"?');
    expect(await message({ where: { text: { eq: 'a' } } })).toContain('use "equals"');
    expect(await message({ where: { text: { contians: 'a' } } })).toContain('did you mean "contains"?');
    expect(await message({ select: ['xyzzyx'] })).toContain('known are');
    expect(await message({ orderBy: { likes: 'up' } })).toContain('"asc" or "desc"');
    expect(await message({ orderBy: { thread: { title: 'asc' } } })).toBe(
      'orderBy: rows cannot be sorted by thread.',
    );
    expect(await message({ limit: 201 })).toBe('limit: must be an integer from 1 to 200.');
    expect(await message({ limit: 0 })).toBe('limit: must be an integer from 1 to 200.');
    expect(await message({ where: { likes: 'many' } })).toContain('whole number');
    expect(await message({ where: { text: null } })).toContain('null');
    // What is left of a value that was undefined: no filter, it would give all rows.
    expect(await message({ where: { text: {} } })).toContain('no operator');
    expect(await message({ where: { text: { mode: 'insensitive' } } })).toContain('no operator');
    expect(await message({ where: { text: { not: {} } } })).toContain('no operator');
    expect(await message({ where: [] })).toContain('must be an object');
    expect(await message({ where: { extra: { path: ['a'] } } })).toContain('needs an operator');
    expect(await message({ where: { extra: { array_contains: null } } })).toContain('cannot be null');
  });

  it('refuses what a query does not have instead of answering with all rows', async () => {
    const page = caller(plane, { id: 'strict', aml: AML });
    const refused = async (answer: ReturnType<typeof page.query>) => {
      const { status, body } = await answer;
      return [status, body.error?.code, body.diagnostics?.map(({ path, message }) => [path, message])];
    };
    const bad = 'invalid_request';
    expect(await refused(page.query({ wher: { text: 'a' }, take: 2 }))).toEqual([
      400,
      bad,
      [
        ['/wher', '"wher" is no member of a query; did you mean "where"?'],
        ['/take', '"take" is no member of a query; did you mean "limit"?'],
      ],
    ]);
    expect(await refused(page.query([{}, { skip: 2 }]))).toEqual([
      400,
      bad,
      [['/1/skip', expect.stringContaining('GraphQL has cursors')]],
    ]);
    const inBody = expect.stringContaining('body of POST _data/query') as string;
    expect(await refused(page.get('?where=x'))).toEqual([400, bad, [['/where', inBody]]]);
    expect(await refused(page.get('?dir=desc'))).toEqual([
      400,
      bad,
      [['/dir', expect.stringContaining('without orderBy')]],
    ]);
    expect(await refused(page.get('?limt=2'))).toEqual([
      400,
      bad,
      [['/limt', '"limt" is no parameter of GET _data; did you mean "limit"?']],
    ]);
    expect(await refused(page.send('_data/query', 'POST', '?limit=2', {}))).toEqual([
      400,
      bad,
      [['/limit', expect.stringContaining('goes into the body')]],
    ]);
    expect(await refused(page.insert({}, '?model=Entry'))).toEqual([
      400,
      bad,
      [['/model', expect.stringContaining('"entity"')]],
    ]);
    const beside = { entity: 'Entry', values: {}, text: 'lost' };
    expect(await refused(page.insert(beside))).toEqual([
      400,
      bad,
      [['/text', expect.stringContaining('goes into "values"')]],
    ]);
    expect((await page.query({ projectId: 'other' })).status).toBe(200);
    expect((await page.get('?projectId=other')).status).toBe(200);
    expect(await refused(page.query({ where: { nope: 1 } }))).toEqual([
      400,
      bad,
      [['/where', expect.stringContaining('is no field')]],
    ]);
  });

  it('reads lists and Json', async () => {
    await entry({ text: 'listed', tags: ['red', 'blue'], extra: { color: 'red', n: 1 } });
    const found = async (where: object) =>
      (await app().query({ entity: 'Entry', where: { text: 'listed', ...where } })).body.records?.length;
    expect(await found({ tags: { has: 'red' } })).toBe(1);
    expect(await found({ tags: { hasEvery: ['red', 'green'] } })).toBe(0);
    expect(await found({ tags: { isEmpty: false } })).toBe(1);
    expect(await found({ extra: { path: ['color'], equals: 'red' } })).toBe(1);
    expect(await found({ extra: { path: ['color'], string_contains: '%' } })).toBe(0);
    expect(await found({ extra: null })).toBe(0);
    expect(await found({ at: null })).toBe(1);
  });

  it('answers a value that is too long for its index with 422', async () => {
    const code =
      Array.from({ length: 20_000 }, (_, i) => ((i * 7_919) % 36).toString(36)).join('') +
      crypto.randomUUID();
    const random = Array.from({ length: 400 }, () => crypto.randomUUID()).join('');
    const { status, body } = await entry({ text: 'a', code: code + random });
    expect([status, body.error?.code, body.diagnostics?.[0]?.code]).toEqual([
      422,
      'invalid_record',
      'too_long',
    ]);
  });

  it('bounds the rows of one request', async () => {
    const entries = (inner?: object) => ({ entries: { limit: 200, ...(inner ? { select: inner } : {}) } });
    const { status, body } = await app().query({ entity: 'Thread', limit: 200, select: entries() });
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining('20000 are allowed')]);
  });

  it('answers methods as HTTP wants it', async () => {
    const put = await app().send('_data', 'PUT', '');
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    expect((await app().send('_data', 'HEAD', '')).status).toBe(200);
    expect((await app().send('_data', 'OPTIONS', '')).status).toBe(204);
    expect((await app().send('_data', 'POST', '', 'not json')).status).toBe(400);
    expect((await app().send('_data', 'POST', '', '[]')).status).toBe(400);
  });

  it('answers failures of GraphQL in the shape that its clients read', async () => {
    const ask = async (space: SpaceRef, method: string, headers: Record<string, string>, query = '') => {
      const request = new Request(`http://app.test/a/x/_graphql${query}`, {
        method,
        headers,
        ...(method === 'POST' ? { body: '{"query":"{ __typename }"}' } : {}),
      });
      const response = await plane.respond(space, '_graphql', request, 'anyone');
      const body = (await response.json()) as { errors: { message: string; extensions: { code: string } }[] };
      expect(Object.keys(body)).toEqual(['errors']);
      const [error] = body.errors;
      return [response.status, response.headers.get('content-type'), error?.extensions.code, error?.message];
    };
    const json = { 'content-type': 'application/json' };
    const modern = 'application/graphql-response+json';
    const none = { id: 'no-model', aml: '' };
    expect(await ask(none, 'POST', json)).toEqual([
      404,
      'application/json; charset=utf-8',
      'not_found',
      expect.stringContaining('no data model'),
    ]);
    expect(await ask(none, 'POST', { ...json, accept: `${modern}, application/json;q=0.9` })).toEqual([
      404,
      `${modern}; charset=utf-8`,
      'not_found',
      expect.any(String),
    ]);
    expect((await ask(none, 'DELETE', {}))[2]).toBe('method_not_allowed');
    const html = await ask(
      { id: 'bridge-html', aml: AML },
      'GET',
      { accept: 'text/html' },
      '?query={__typename}',
    );
    expect(html).toEqual([
      406,
      'application/json; charset=utf-8',
      'invalid_request',
      expect.stringContaining('This address is a GraphQL API'),
    ]);
  });

  it('answers 404 for an app without a model and 422 for a broken one', async () => {
    expect((await caller(plane, { id: 'no-model', aml: '' }).insert({ a: 1 })).status).toBe(404);
    const broken = await caller(plane, { id: 'broken', aml: 'model X {' }).get();
    expect([broken.status, broken.body.error?.code]).toEqual([422, 'invalid_aml']);
  });
});
