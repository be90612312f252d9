import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DATABASE_KINDS } from './support/databases.ts';
import { openEventStream, type EventStream } from './support/event-stream.ts';
import { startInstallation, type Installation, type Person } from './support/installation.ts';
import { startLlmUpstream, type LlmUpstream } from './support/llm-upstream.ts';
import { SESSION_SECRET, startServerProcess, type ServerProcess } from './support/server-process.ts';

// Limits are read when the server's code is loaded.
vi.hoisted(() => {
  process.env['LIMIT_LLM_STREAMS_PER_USER'] = '10';
});

const AML = 'model Message {\n  id Int @id @default(autoincrement())\n  text String\n}\n';
const CREATED = `/api/apps/chat/graphql?query=${encodeURIComponent('subscription { messageCreated { text } }')}`;
/** A look a second, and what a busy machine takes. */
const SOON = { timeout: 5_000 };

describe.each(DATABASE_KINDS)('a session that ends, on %s', (kind) => {
  let site: Installation;
  let upstream: LlmUpstream;
  /** A second process of the installation, where the database can have one. */
  let other: ServerProcess | null = null;
  let folder = '';

  beforeAll(async () => {
    upstream = await startLlmUpstream();
    const env = {
      OPENAI_API_KEY: 'sk-0123456789abcdef',
      LLM_OPENAI_BASE_URL: upstream.url,
      SESSION_SECRET,
    };
    site = await startInstallation(kind, { env });
    const { databaseUrl } = site.server.services.config;
    if (databaseUrl === null) return;
    folder = mkdtempSync(join(tmpdir(), 'process-'));
    // Tokens name the address that the installation has for its visitors.
    other = await startServerProcess({
      dataDir: folder,
      databaseUrl,
      env: { ...env, BASE_URL: site.baseUrl },
    });
  });
  afterAll(async () => {
    await other?.stop();
    await site.stop();
    await upstream.close();
    if (folder) rmSync(folder, { recursive: true });
  });

  /** The processes of the installation, by their ports. */
  const ports = (): readonly number[] => [
    site.server.port,
    ...(other ? [Number(new URL(other.baseUrl).port)] : []),
  ];

  async function openAll(person: Person): Promise<readonly EventStream[]> {
    upstream.reply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"index":0,"delta":{"content":"first"}}]}\n\n');
    };
    const headers = { authorization: `Bearer ${person.token}` };
    return Promise.all(
      ports().flatMap((port) => [
        openEventStream({ port, path: CREATED, headers }),
        openEventStream({
          port,
          path: '/api/llm/openai/v1/chat/completions',
          headers,
          body: { model: 'm', stream: true },
        }),
      ]),
    );
  }

  const publish = (token: string) =>
    site.call({
      method: 'POST',
      path: '/api/market',
      token,
      body: { id: 'chat', name: 'Chat', aml: AML, files: { 'index.html': '<p>Chat' } },
    });
  const insert = async (text: string): Promise<void> => {
    const path = '/a/chat/_data?entity=Message';
    expect((await site.visit({ method: 'POST', path, body: { text } })).status).toBe(201);
  };

  it("ends what is open in every process, and says why, while the person's other session goes on", async () => {
    const ada = await site.join();
    expect((await publish(ada.token)).status).toBe(201);
    const { json } = await site.call({
      method: 'POST',
      path: '/api/auth/login',
      body: { email: ada.email, password: 'correct horse battery' },
    });
    const ended = await openAll(ada);
    const kept = await openAll({ ...ada, token: json.token });
    await insert('before');
    for (const stream of [...ended, ...kept]) expect(stream.status).toBe(200);
    for (const stream of [ended[0], kept[0]]) await stream?.until(1);

    const start = performance.now();
    const logout = await site.call({ method: 'POST', path: '/api/auth/logout', token: ada.token });
    expect(logout.status).toBe(200);
    for (const port of ports())
      expect((await site.call({ port, path: '/api/auth/me', token: ada.token })).status).toBe(401);
    await expect.poll(() => upstream.connections(), SOON).toBe(kept.length / 2);
    await Promise.all(ended.map((stream) => stream.ended));
    expect(performance.now() - start).toBeLessThan(SOON.timeout);
    await insert('after');
    for (const stream of ended) {
      expect(stream.text()).toContain('Your session has ended. Sign in again.');
      expect(stream.text()).toContain('unauthenticated');
      expect(stream.text()).not.toContain('after');
    }
    for (const [index, stream] of kept.entries()) {
      if (index % 2 === 0) expect(JSON.stringify(await stream.until(2))).toContain('after');
      stream.leave();
    }
    await expect.poll(() => upstream.connections(), SOON).toBe(0);
    const { pool } = site.server.services.db;
    await expect.poll(async () => (await pool.query('SELECT 1 FROM "LlmCall"')).rowCount, SOON).toBe(0);
  });

  it('ends it whatever ended the session', async () => {
    const bea = await site.join('Bea');
    const { pool } = site.server.services.db;
    const again = async (): Promise<Person> => {
      const { json } = await site.call({
        method: 'POST',
        path: '/api/auth/login',
        body: { email: bea.email, password: 'correct horse battery' },
      });
      return { ...bea, token: json.token };
    };
    const chat = async (person: Person): Promise<EventStream> => {
      const [, stream] = await openAll(person);
      if (!stream) throw new Error('There is no stream.');
      return stream;
    };
    const ways: Readonly<Record<string, (token: string) => Promise<unknown>>> = {
      'the end of all others': async () =>
        site.graphql('mutation { endOtherSessions }', {}, (await again()).token),
      'running out': (token) =>
        pool.query(`UPDATE "Session" SET "expiresAt" = now() WHERE "id" = $1`, [sessionOf(token)]),
      'a row that is gone': (token) =>
        pool.query(`DELETE FROM "Session" WHERE "id" = $1`, [sessionOf(token)]),
    };
    for (const [way, end] of Object.entries(ways)) {
      const person = await again();
      const stream = await chat(person);
      await end(person.token);
      await stream.ended;
      expect(stream.text(), way).toContain('Your session has ended.');
    }
  });
});

function sessionOf(token: string): string {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { sid: string }).sid;
}
