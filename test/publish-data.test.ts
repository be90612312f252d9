import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DataPlane } from '../api/data/contract.ts';
import { createDataPlane } from '../api/data/plane.ts';
import { describeEachDatabase } from './support/databases.ts';
import { startPublishServer, type PublishServer, type RawAnswer } from './support/publish-server.ts';

const AML = 'model Message {\n  author String\n  text String @length(1, 200)\n}\nmodel Vote {\n  n Int\n}\n';
const FILES = { 'index.html': '<p>Guestbook' };

describeEachDatabase('data through the publish origin', (db) => {
  let data: DataPlane;
  let server: PublishServer;
  beforeAll(async () => {
    data = createDataPlane({ db: db() });
    server = await startPublishServer(data);
    server.sites.publish('one', FILES, AML);
    server.sites.publish('two', FILES, AML);
    server.sites.publish('plain', FILES);
    server.sites.saveDraft('tok', 1, 'draft1', FILES, AML);
  });
  afterAll(async () => {
    await server.close();
    await data.close();
  });

  const post = (path: string, body: unknown, more: Record<string, string> = {}): Promise<RawAnswer> =>
    server.get(path, { 'content-type': 'application/json', ...more }, 'POST', JSON.stringify(body));
  const records = async (path: string): Promise<unknown> => (await server.get(`${path}/_data`)).json;

  it('stores and reads, each app its own rows, whatever a body claims', async () => {
    const stored = await post('/a/one/_data', { author: 'Ada', text: 'hello', projectId: 'two' });
    expect(stored.status).toBe(201);
    expect(stored.json).toMatchObject({
      ok: true,
      id: expect.any(String),
      record: { author: 'Ada', text: 'hello' },
    });
    expect(stored.text).not.toContain('projectId');
    expect(await records('/a/one')).toMatchObject({ ok: true, records: [{ author: 'Ada' }] });
    expect(await records('/a/two')).toEqual({ ok: true, records: [] });
    const stolen = await post('/a/two/_data/query', { where: { projectId: 'one' } });
    expect(stolen.text).not.toContain('Ada');
  });

  it("keeps a preview's rows apart from every app", async () => {
    expect((await post('/p/tok/1/_data', { author: 'Me', text: 'trying' })).status).toBe(201);
    expect((await post('/p/tok/1/_data/query', {})).json).toMatchObject({ records: [{ author: 'Me' }] });
    expect((await server.get('/a/one/_data')).text).not.toContain('trying');
    expect((await server.get('/a/draft1/_data')).status).toBe(404);
  });

  it('names the entity in the address, and answers a list of queries in order', async () => {
    expect((await post('/a/one/_data?entity=Vote', { n: 3 })).status).toBe(201);
    const both = await post('/a/one/_data/query', [
      { entity: 'Vote' },
      { entity: 'Message', select: ['text'] },
    ]);
    expect(both.json).toMatchObject({ ok: true, records: [[{ n: 3 }], [{ text: 'hello' }]] });
    expect((await server.get('/a/one/_data?entity=Vote&limit=1')).json).toMatchObject({
      records: [{ n: 3 }],
    });
  });

  it('refuses in the envelope, with the headers of the bridge', async () => {
    const answers = await Promise.all([
      post('/a/one/_data', { author: 'Ada', text: '' }),
      post('/a/one/_data?entity=Nothing', { n: 1 }),
      post('/a/one/_data', [1]),
      server.get('/a/one/_data', { 'content-type': 'application/json' }, 'POST', '{"a":'),
      server.get('/a/one/_data', { 'content-type': 'text/plain' }, 'POST', '{"n":1}'),
      post('/a/one/_data', { author: 'x', text: 'y'.repeat(400_000) }),
      server.get('/a/one/_data', {}, 'DELETE'),
      server.get('/a/nobody/_data'),
      server.get('/a/plain/_data'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([422, 404, 400, 400, 415, 413, 405, 404, 404]);
    for (const { headers, json } of answers) {
      expect(json).toMatchObject({
        ok: false,
        error: { code: expect.any(String), message: expect.any(String) },
      });
      expect(headers['access-control-allow-origin']).toMatch(/^http:\/\/a-[a-z]+\.localhost:\d+$/);
      expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    }
  });

  it('reads a body that comes in chunks', async () => {
    const answer = await server.raw(
      `POST /a/two/_data HTTP/1.1\r\nHost: a-two.localhost:${server.port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n` +
        '10\r\n{"author":"Bob",\r\n9\r\n"text":"c\r\n8\r\nhunked"}\r\n0\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(answer).toContain('"chunked"');
  });

  it('provisions once for many visitors who come first together', async () => {
    server.sites.publish('rush', FILES, AML);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post('/a/rush/_data', { author: `v${i}`, text: 'first' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(201));
    expect(await records('/a/rush')).toMatchObject({ records: { length: 20 } });
  });
});
