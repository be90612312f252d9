import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { jsonOf, type Reply } from '../support/llm-upstream.ts';
import { describeEachHouse, KEYS, rawRequest, statusOf, type House } from './house.ts';

/** Ways in which a key may be written; each is looked for in everything that the product lets out or keeps. */
function spellings(key: string): readonly string[] {
  const base64 = [0, 1, 2].map((before) =>
    Buffer.from('\0'.repeat(before) + key)
      .toString('base64')
      .slice(before === 0 ? 0 : before + 1, -4),
  );
  return [
    key,
    // Most of it is as good as all of it.
    key.slice(0, 14),
    key.slice(-14),
    encodeURIComponent(key),
    key.replaceAll('/', '\\/'),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    Buffer.from(key).toString('hex'),
    JSON.stringify([...Buffer.from(key)]).slice(1, -1),
  ];
}

function expectNoKey(where: string, text: string): void {
  for (const key of Object.values(KEYS)) {
    for (const spelled of spellings(key)) {
      const at = text.toLowerCase().indexOf(spelled.toLowerCase());
      expect(at, `${where}: …${text.slice(Math.max(0, at - 100), at + 100)}`).toBe(-1);
    }
  }
}

/** The key as a gateway in a talkative mood may send it back. */
const echoes = (key: string): readonly string[] => [
  key,
  `Bearer ${key}`,
  JSON.stringify({ headers: { authorization: `Bearer ${key}` } }).replaceAll('/', '\\/'),
  `https://x/?key=${encodeURIComponent(key)}`,
  ...['', 'a', 'ab', 'Bearer '].flatMap((before) => {
    const bytes = Buffer.from(`${before}${key}\r\n`);
    return [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')];
  }),
];

/** Bytes as they are, instead of an answer. */
const rawReply =
  (text: string): Reply =>
  (response) => {
    response.socket?.end(text);
  };

function replies(key: string, elsewhere: string): Readonly<Record<string, Reply>> {
  const all: Record<string, Reply> = {};
  for (const [index, echo] of echoes(key).entries()) {
    const event = `data: {"echo":${JSON.stringify(echo)}}\n\n`;
    all[`JSON ${index}`] = jsonOf(200, { echo });
    all[`by letters ${index}`] = async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const letter of event) {
        response.write(letter);
        await sleep(0);
      }
      response.end();
    };
    all[`cut off ${index}`] = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event.slice(0, -6), () => setTimeout(() => response.destroy(), 5));
    };
    for (const status of [400, 401, 404, 413, 429, 500])
      all[`${status} ${index}`] = jsonOf(status, { error: { message: `bad ${echo}`, code: echo } });
  }
  for (let at = 1; at < key.length; at += 1) {
    all[`split at ${at}`] = async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${key.slice(0, at)}`);
      await sleep(3);
      response.end(`${key.slice(at)}\n\n`);
    };
  }
  for (const status of [301, 302, 303, 307, 308])
    all[`redirect ${status}`] = (response) =>
      void response
        .writeHead(status, { location: `${elsewhere}/?key=${key}`, refresh: `0;url=${elsewhere}` })
        .end();
  const named = [
    'x-request-id',
    'request-id',
    'set-cookie',
    'www-authenticate',
    'x-echo',
    'retry-after',
    'location',
    'link',
  ];
  for (const status of [200, 429])
    all[`headers ${status}`] = (response) =>
      void response
        .writeHead(status, {
          'content-type': 'application/json',
          ...Object.fromEntries(named.map((name) => [name, key])),
        })
        .end('{}');
  all['coded header'] = (response) =>
    void response
      .writeHead(200, {
        'content-type': 'application/json',
        'x-request-id': Buffer.from(key).toString('base64'),
      })
      .end('{}');
  all['type'] = (response) =>
    void response.writeHead(200, { 'content-type': `text/html; x=${key}` }).end(key);
  all['hints'] = (response) => {
    response.writeEarlyHints({ link: `<${elsewhere}/?${key}>; rel=preload` });
    response.writeHead(200, `OK ${key}`, { 'content-type': 'application/json', trailer: 'x-echo' });
    response.addTrailers({ 'x-echo': key });
    response.end('{}');
  };
  all['broken header'] = rawReply(`HTTP/1.1 200 OK\r\nX-Bad\u0000: ${key}\r\n\r\n`);
  all['broken status'] = rawReply(`HTTP/9.9 ${key}\r\n\r\n`);
  all['broken chunk'] = rawReply(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz${key}\r\n`,
  );
  all['no HTTP'] = rawReply(`${key}\n${key}\n`);
  all['cut JSON'] = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(`{"echo":"${key}`, () => setTimeout(() => response.destroy(), 5));
  };
  all['upgrade'] = rawReply(`HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: ${key}\r\n\r\n${key}`);
  return all;
}

const ROUTES = {
  openai: 'openai/v1/chat/completions',
  anthropic: 'anthropic/v1/messages',
  google: 'google/v1beta/models/m:generateContent',
} as const;

/** Every row of every table, as text. */
async function rowsOf({ site }: House): Promise<string> {
  const { pool } = site.server.services.db;
  const tables = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ text: string }>(
      `SELECT row_to_json(t)::text AS text FROM ${name} AS t`,
    );
    texts.push(...rows.map(({ text }) => text));
  }
  expect(texts.length).toBeGreaterThan(50);
  return texts.join('\n');
}

describeEachHouse('keys of providers', (house) => {
  it.each(['openai', 'anthropic', 'google'] as const)(
    'stay where they are when an upstream echoes them: %s',
    { timeout: 120_000 },
    async (provider) => {
      const here = house();
      const { upstream, elsewhere, raw, joinQuickly } = here;
      const all = Object.entries(replies(KEYS[provider], elsewhere.url));
      expect(all.length).toBeGreaterThan(150);
      const statuses = new Map<number, number>();
      let token = '';
      for (const [index, [name, reply]] of all.entries()) {
        if (index % 25 === 0) ({ token } = await joinQuickly());
        upstream.reply = reply;
        const answer = await raw(rawRequest(token, `/api/llm/${ROUTES[provider]}`));
        // An answer that breaks before its head is sent has none.
        if (!/^(cut JSON|broken chunk)$/.test(name)) expect(statusOf(answer), name).toBeGreaterThan(0);
        statuses.set(statusOf(answer), (statuses.get(statusOf(answer)) ?? 0) + 1);
        expectNoKey(name, answer);
      }
      // They were passed on and refused, not all stopped at the door for some other reason.
      expect(statuses.get(200)).toBeGreaterThan(40);
      expect(statuses.get(502)).toBeGreaterThan(10);
      expect(elsewhere.seen).toEqual([]);
      const sent = JSON.stringify(upstream.seen.map(({ rawHeaders }) => rawHeaders));
      expect(sent).toContain(KEYS[provider]);
    },
  );

  it('are not told by half an answer, which is not taken for a whole one', async () => {
    const { upstream, raw, joinQuickly } = house();
    const { token } = await joinQuickly();
    const { log, error } = console;
    const said: unknown[] = [];
    console.error = (...words: unknown[]) => void said.push(...words);
    try {
      upstream.reply = (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"choices":[', () => setTimeout(() => response.destroy(), 300));
      };
      const answer = await raw(rawRequest(token, `/api/llm/${ROUTES.openai}`));
      expect(statusOf(answer)).toBe(200);
      expect(answer).not.toMatch(/\r\n0\r\n\r\n$/);
      expect(answer).not.toContain('Error');
      expect(said).toEqual([]);
    } finally {
      Object.assign(console, { log, error });
    }
  });

  it('are in no log line, no row, no file and no listing', async () => {
    const here = house();
    const { site, logged, joinQuickly } = here;
    const { token } = await joinQuickly();
    expect(logged.length).toBeGreaterThan(400);
    expectNoKey('log', logged.join(''));
    expect(logged.join('')).toContain('an LLM provider failed');
    expectNoKey('rows', await rowsOf(here));
    for (const entry of readdirSync(site.dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      expectNoKey(file, readFileSync(file, 'latin1'));
    }
    expectNoKey('list', (await site.call({ path: '/api/llm', token })).text);
    for (const query of [
      '{ llmProviders { id name models } usage { entries { model } } }',
      '{ nope }',
      '{ __schema { types { name description } } }',
    ])
      expectNoKey(query, (await site.graphql(query, {}, token)).text);
    for (const path of ['/healthz', '/readyz', '/api/llm/openai/v1/nope', '/api/llm/nobody/x'])
      expectNoKey(path, (await site.call({ path, token })).text);
  });
});
