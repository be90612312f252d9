import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { emitClientScript } from '@platform/aml-compiler/emit/client-script.ts';
import { bridgeScript } from '../api/publish/bridge-script.ts';
import { describeEachInstallation } from './support/installation.ts';

const AML = readFileSync(new URL('../aml-compiler/emit/fixtures/shop.aml', import.meta.url), 'utf8');

/** The calls as a test uses them; that they are typed is the compiler's test. */
interface Bridge {
  submit(values: unknown, options?: { entity: string }): Promise<Stored>;
  query(query?: unknown): Promise<{ ok: true; records: unknown[] }>;
  graphql(query: string, variables?: object): Promise<{ data: unknown; errors?: { message: string }[] }>;
}
interface Stored {
  readonly ok: true;
  readonly id: unknown;
  readonly record: Readonly<Record<string, unknown>>;
}

/** The emitted script, as a program imports it. */
async function emittedClient(address: string): Promise<Bridge> {
  const source = `data:text/javascript,${encodeURIComponent(emitClientScript())}`;
  const { createClient } = (await import(/* @vite-ignore */ source)) as {
    createClient(address: string): Bridge;
  };
  return createClient(address);
}

/** The bridge of a page, in a page made of the little that it touches. */
function pageBridge(address: string): Promise<Bridge> {
  const { pathname } = new URL(`${address}/`);
  const page: Record<string, unknown> = {
    location: { href: `${address}/index.html` },
    document: { currentScript: { remove: () => undefined } },
    localStorage: {},
    URL,
    fetch,
    JSON,
    Error,
    Object,
    encodeURIComponent,
  };
  page['window'] = page;
  createContext(page);
  runInContext(bridgeScript({ appId: 'shop', basePath: pathname }), page);
  return Promise.resolve(page['platform'] as Bridge);
}

describeEachInstallation('against a published app', (get) => {
  let address: string;
  beforeAll(async () => {
    const { token } = await get().join();
    const files = { 'index.html': '<p>Shop' };
    const { status } = await get().call({
      method: 'POST',
      path: '/api/market',
      token,
      body: { id: 'shop', name: 'Shop', aml: AML, files },
    });
    expect(status).toBe(201);
    address = `${get().publishOrigin}/a/shop`;
  });

  describe.each([
    ['the emitted client', emittedClient],
    ['window.platform', pageBridge],
  ])('%s', (name, open) => {
    let client: Bridge;
    let person: Stored;
    beforeAll(async () => {
      client = await open(address);
      const email = `${name.replace(/\W/g, '')}@example.org`;
      person = await client.submit({ name, email }, { entity: 'Person' });
    });

    it('stores records of the first model and of a named one', async () => {
      expect(person).toEqual({
        ok: true,
        id: expect.any(String),
        record: { id: person.id, name, email: expect.any(String) },
      });
      const due = new Date('2026-05-01T10:00:00Z');
      const task = await client.submit({
        title: 'x',
        personId: person.id,
        cost: 12.5,
        size: '9007199254740993',
        due,
        states: ['DONE'],
      });
      expect(task.record).toEqual({
        id: expect.any(Number),
        title: 'x',
        note: null,
        state: 'OPEN',
        states: ['DONE'],
        cost: '12.5',
        size: '9007199254740993',
        weight: null,
        done: false,
        due: due.toISOString(),
        tags: [],
        extra: null,
        other: {},
        personId: person.id,
        parentId: null,
        made: expect.stringMatching(/Z$/),
        changed: expect.stringMatching(/Z$/),
      });
      expect(task.id).toBe(task.record['id']);
      const vote = await client.submit({ poll: name, voter: 'a', mood: 'good' }, { entity: 'Vote' });
      expect(vote).toMatchObject({
        id: { poll: name, voter: 'a' },
        record: { extra: { mood: 'good' } },
      });
    });

    it('reads by no query, one, and several, with nested selections', async () => {
      const parent = await client.submit({ title: 'parent', personId: person.id });
      await client.submit({ title: 'child', personId: person.id, parentId: parent.id });
      expect((await client.query()).records.length).toBeGreaterThan(1);
      const where = { personId: person.id, parentId: { not: null } };
      const nested = await client.query({
        entity: 'Task',
        where,
        select: {
          title: true,
          parent: { select: { title: true, children: ['title'], person: { select: ['name'] } } },
        },
      });
      expect(nested).toEqual({
        ok: true,
        records: [
          { title: 'child', parent: { title: 'parent', children: [{ title: 'child' }], person: { name } } },
        ],
      });
      const both = await client.query([
        { entity: 'Person', where: { id: person.id }, select: ['name', 'tasks'], limit: 1 },
        { where, select: { title: true, state: false } },
      ]);
      expect(both.records).toEqual([
        [
          {
            name,
            tasks: expect.arrayContaining([expect.objectContaining({ title: 'child', personId: person.id })]),
          },
        ],
        [{ title: 'child' }],
      ]);
    });

    it('rejects with code, status and diagnostics', async () => {
      await expect(client.submit({ personId: person.id, state: 'LATE' })).rejects.toMatchObject({
        code: 'invalid_record',
        status: 422,
        message: expect.stringContaining('state'),
        diagnostics: expect.arrayContaining([
          expect.objectContaining({ code: 'invalid_enum_value', path: '/state' }),
          { code: 'required', message: 'title is required.', path: '/title' },
        ]),
      });
      const again = { name, email: person.record['email'] };
      await expect(client.submit(again, { entity: 'Person' })).rejects.toMatchObject({
        code: 'conflict',
        status: 409,
        diagnostics: [{ code: 'conflict', path: '/email' }],
      });
      // What the types refuse, a page without them may send.
      const odd = { model: 'Task' } as object as { entity: string };
      const failures: readonly (readonly [() => Promise<unknown>, string, number])[] = [
        [() => client.submit({ text: 'x' }, { entity: 'Notice' }), 'forbidden', 403],
        [() => client.submit({}, { entity: 'Nothing' }), 'not_found', 404],
        [() => client.submit({ title: 'x'.repeat(300_000) }), 'too_large', 413],
        [() => client.submit({ title: 'x' }, odd), 'invalid_request', 0],
        [() => client.query({ wher: { title: 'x' } }), 'invalid_request', 400],
        [() => client.query({ entity: 'Secret' }), 'forbidden', 403],
        [() => client.query({ where: { titel: 'x' } }), 'invalid_request', 400],
        [() => client.query([{}, { limit: 1_000 }]), 'invalid_request', 400],
        [async () => (await open(`${get().publishOrigin}/a/nobody`)).query(), 'not_found', 404],
        [async () => (await open('http://127.0.0.1:1/a/shop')).query(), 'unavailable', 0],
      ];
      for (const [call, code, status] of failures)
        await expect(call()).rejects.toMatchObject({
          code,
          status,
          diagnostics: expect.anything() as unknown,
        });
    });

    it('speaks GraphQL', async () => {
      const { data, errors } = await client.graphql('query ($id: ID!) { person(id: $id) { name } }', {
        id: person.id,
      });
      expect([data, errors]).toEqual([{ person: { name } }, undefined]);
      const wrong = await client.graphql('{ nothing }');
      expect([wrong.data, wrong.errors?.length]).toEqual([null, 1]);
    });
  });
});
