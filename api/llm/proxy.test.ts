import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeEachDatabase } from '../../test/support/databases.ts';
import {
  ANTHROPIC_STREAM,
  jsonOf,
  OPENAI_STREAM,
  startLlmUpstream,
  streamOf,
  type LlmUpstream,
} from '../../test/support/llm-upstream.ts';
import { createSignedInApp, USER_HEADER, type SignedInApp } from '../../test/support/signed-in-app.ts';
import type { SessionUser } from '../accounts/session-user.ts';
import { readProviders } from './providers.ts';
import { createLlmProxy, type LlmLimits } from './proxy.ts';
import { llmRoutes } from './rest.ts';

const KEYS = {
  openai: 'sk-openai-0123456789abcdef',
  anthropic: 'sk-ant-0123456789abcdef',
  google: 'AIza0123456789abcdef',
};
const LIMITS: Partial<LlmLimits> = {
  llmConnectMs: 2_000,
  llmFirstByteMs: 300,
  llmIdleMs: 300,
  llmTotalMs: 5_000,
  llmBodyBytes: 100_000,
  llmResponseBytes: 200_000,
  llmRequestsPerMinute: 10_000,
  llmDemoRequestsPerMinute: 10_000,
  llmStreamsPerUser: 4,
};

interface Body {
  readonly ok: boolean;
  readonly providers: readonly { readonly id: string; readonly models: readonly string[] }[];
  readonly error: { readonly code: string; readonly message: string };
}

describeEachDatabase('the LLM proxy', (db) => {
  let upstream: LlmUpstream;
  let server: Server;
  let origin: string;
  let host: SignedInApp<Body>;
  const logged: string[] = [];

  /** A proxy of its own for tests that need other limits or variables. */
  function createHost(
    limits: Partial<LlmLimits> = {},
    env: Readonly<Record<string, string>> = {},
  ): SignedInApp<Body> {
    const providers = readProviders({
      OPENAI_API_KEY: KEYS.openai,
      ANTHROPIC_API_KEY: KEYS.anthropic,
      GOOGLE_API_KEY: KEYS.google,
      LLM_OPENAI_BASE_URL: upstream.url,
      LLM_ANTHROPIC_BASE_URL: `${upstream.url}/gateway/`,
      LLM_GOOGLE_BASE_URL: upstream.url,
      LLM_DEMO_PACE: '0',
      ...env,
    });
    const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
    const llm = createLlmProxy({ providers, db: db(), log, limits: { ...LIMITS, ...limits } });
    return createSignedInApp<Body>('/api/llm', llmRoutes({ llm }), db());
  }

  beforeAll(async () => {
    upstream = await startLlmUpstream();
    host = createHost();
    server = createServer(getRequestListener(host.app.fetch)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await upstream.close();
  });
  beforeEach(() => {
    upstream.forget();
    logged.length = 0;
  });

  const post = (
    user: SessionUser,
    path: string,
    body: BodyInit,
    headers: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<Response> =>
    fetch(`${origin}/api/llm/${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', [USER_HEADER]: user.id, ...headers },
      ...(signal && { signal }),
    });
  const chat = (user: SessionUser): Promise<Response> =>
    post(user, 'openai/v1/chat/completions', '{"model":"m","stream":true}');
  const usageOf = async (user: SessionUser, provider: string): Promise<object | null> =>
    db().prisma.llmUsage.findFirst({
      where: { userId: user.id, provider },
      omit: { userId: true, day: true, provider: true },
    });

  it('lists what is configured, the demo last, and needs a session for everything', async () => {
    const ada = await host.join();
    const { json } = await host.call(ada, 'GET', '/api/llm');
    expect(json.providers.map(({ id }) => id)).toEqual(['anthropic', 'openai', 'google', 'demo']);
    expect(json.providers.at(-1)?.models).toEqual(['demo']);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/demo/v1/chat/completions'],
      ['POST', '/openai/v1/chat/completions'],
      ['GET', '/nobody/x'],
    ]) {
      expect(
        (await host.call(null, method ?? '', `/api/llm${path}`, method === 'POST' ? {} : undefined)).status,
        path,
      ).toBe(401);
    }
    expect((await host.call(ada, 'POST', '/api/llm/mistral/v1/chat/completions', {})).status).toBe(404);
    expect((await host.call(ada, 'PUT', '/api/llm/openai/v1/models', {})).status).toBe(405);
    expect(upstream.seen).toHaveLength(0);
  });

  it("streams OpenAI chat completions byte for byte both ways, with the server's key and none of the client's", async () => {
    const ada = await host.join();
    upstream.reply = streamOf(OPENAI_STREAM);
    const sent =
      '{"model":"gpt-5",  "stream":true, "messages":[{"role":"user","content":"Grüße 🌱\\u0000"}]}';
    const answer = await post(ada, 'openai/v1/chat/completions', sent, {
      authorization: 'Bearer session-token',
      'x-api-key': 'theirs',
      cookie: 'a=b',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await answer.text()).toBe(OPENAI_STREAM.join(''));
    const [seen] = upstream.seen;
    expect(seen).toMatchObject({ method: 'POST', url: '/v1/chat/completions' });
    expect(seen?.body.toString()).toBe(sent);
    expect(seen?.headers).toEqual({
      host: upstream.url.slice('http://'.length),
      connection: 'close',
      'transfer-encoding': 'chunked',
      'content-type': 'application/json',
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'platform-llm-proxy',
      authorization: `Bearer ${KEYS.openai}`,
    });
    expect(await usageOf(ada, 'openai')).toEqual({
      requests: 1,
      inputTokens: 700n,
      outputTokens: 300n,
      reservedTokens: 0n,
    });
  });

  it('streams Anthropic messages, through a gateway with a path, and Google in both its dialects', async () => {
    const ada = await host.join();
    upstream.reply = streamOf(ANTHROPIC_STREAM);
    const anthropic = await post(ada, 'anthropic/v1/messages?beta=true', '{"stream":true}', {
      'anthropic-beta': 'tools-2024',
    });
    expect(await anthropic.text()).toBe(ANTHROPIC_STREAM.join(''));
    expect(upstream.seen[0]).toMatchObject({
      url: '/gateway/v1/messages?beta=true',
      headers: {
        'x-api-key': KEYS.anthropic,
        'anthropic-version': '2023-06-01',
        'anthropic-beta': 'tools-2024',
      },
    });
    expect(upstream.seen[0]?.headers).not.toHaveProperty('authorization');
    expect(await usageOf(ada, 'anthropic')).toMatchObject({ inputTokens: 125n, outputTokens: 15n });

    upstream.reply = jsonOf(200, { usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2 } });
    await (await post(ada, 'google/v1beta/models/gemini-2.5-flash:generateContent', '{}')).text();
    expect(upstream.seen[1]?.headers).toMatchObject({ 'x-goog-api-key': KEYS.google });
    expect(upstream.seen[1]?.headers).not.toHaveProperty('authorization');
    await (await post(ada, 'google/v1beta/openai/chat/completions', '{"model":"gemini-2.5-flash"}')).text();
    expect(upstream.seen[2]?.headers).toMatchObject({ authorization: `Bearer ${KEYS.google}` });
    expect(upstream.seen[2]?.headers).not.toHaveProperty('x-goog-api-key');
  });

  it('shows the first words before the last are there', async () => {
    const ada = await host.join();
    let finish: () => void = () => undefined;
    upstream.reply = async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(OPENAI_STREAM[1]);
      await new Promise<void>((resolve) => (finish = resolve));
      response.end(OPENAI_STREAM[4]);
    };
    const reader = (await chat(ada)).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(OPENAI_STREAM[1]);
    finish();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(OPENAI_STREAM[4]);
  });

  it('sends nothing off the list, whatever is on the request line', async () => {
    const ada = await host.join();
    const targets = [
      '/api/llm/openai/v1/files',
      '/api/llm/openai//evil.example/v1/chat/completions',
      '/api/llm/openai/\\evil.example/v1/models',
      '/api/llm/openai/%2e%2e/%2e%2e/v1/chat/completions',
      '/api/llm/openai/../../api/llm/openai/v1/files',
      '/api/llm/openai/v1%2fchat%2fcompletions',
      '/api/llm/openai/v1/chat/completions%00',
      '/api/llm/openai/v1/chat/completions%0d%0ahost:evil',
      '/api/llm/openai/v1/chat/completions/%2e%2e/%2e%2e/files',
      '/api/llm/openai/http://evil.example/v1/models',
      '/api/llm/openai/@evil.example/v1/models',
      '/api/llm/openai',
      '/api/llm/openai/',
      '/api/llm/%6fpenai/v1/chat/completions',
      '/api/llm/openai/v1/chat/completions?key=1',
      '/api/llm/google/v1beta/models/x:generateContent?key=1',
      '/api/llm/__proto__/v1/models',
      '/api/llm/constructor/v1/models',
    ];
    for (const target of targets) {
      const status = await raw(target, ada);
      expect([400, 404, 405], `${target}: ${status}`).toContain(status);
    }
    expect(upstream.seen).toHaveLength(0);
  });

  it('takes no key from headers that name it a hop-by-hop header, nor smuggles a second request', async () => {
    const ada = await host.join();
    upstream.reply = jsonOf(200, {});
    await raw('/api/llm/openai/v1/chat/completions', ada, [
      'Connection: authorization, close',
      'X-Forwarded-Host: evil',
      'Authorization: Bearer mine',
    ]);
    expect(upstream.seen).toHaveLength(1);
    expect(
      upstream.seen[0]?.rawHeaders.filter((name) => /^(authorization|x-forwarded-host)$/i.test(name)),
    ).toEqual(['authorization']);
    expect(upstream.seen[0]?.headers.authorization).toBe(`Bearer ${KEYS.openai}`);
  });

  it('follows no redirect and passes on nothing of a strange kind', async () => {
    const ada = await host.join();
    for (const status of [301, 302, 303, 307, 308, 304]) {
      upstream.reply = (response) =>
        void response.writeHead(status, { location: `${upstream.url}/stolen` }).end();
      const answer = await chat(ada);
      expect(answer.status, String(status)).toBe(502);
      expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'upstream_error' } });
      expect(answer.headers.get('location')).toBeNull();
    }
    expect(upstream.seen.every(({ url }) => url === '/v1/chat/completions')).toBe(true);
    for (const headers of [
      { 'content-type': 'text/html' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    ]) {
      upstream.reply = (response) => void response.writeHead(200, headers).end('<script>');
      expect((await chat(ada)).status).toBe(502);
    }
  });

  it('lets no key out: not in a body, split or whole, a header, an error or the log', async () => {
    const ada = await host.join();
    upstream.reply = async (response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'x-request-id': KEYS.openai,
        'x-echo': KEYS.openai,
      });
      for (const letter of `data: {"echo":"Bearer ${KEYS.openai} ${KEYS.anthropic}"}\n\n`) {
        response.write(letter);
        await sleep(0);
      }
      response.end();
    };
    const streamed = await chat(ada);
    const shown = JSON.stringify([...streamed.headers]) + (await streamed.text());
    upstream.reply = jsonOf(400, { error: { message: `Bad key ${KEYS.openai}, see org-abcdefghijk` } });
    const refused = await (await chat(ada)).text();
    upstream.reply = (response) => void response.destroy();
    const failed = await (await chat(ada)).text();
    for (const key of Object.values(KEYS))
      expect(shown + refused + failed + logged.join('')).not.toContain(key);
    expect(shown).toContain('Bearer **************************');
    expect(refused).not.toContain('org-abc');
    expect(refused).toContain('Bad key');
  });

  it("tells an upstream's refusals in words of ours, without its account", async () => {
    const ada = await host.join();
    const secret = { error: { message: 'Rate limit for organization org-abcdefgh on gpt-5', type: 'x' } };
    const cases: readonly [number, number, string, RegExp][] = [
      [400, 400, 'invalid_request', /OpenAI refused the request: Rate limit/],
      [401, 502, 'upstream_error', /OPENAI_API_KEY/],
      [403, 502, 'upstream_error', /OPENAI_API_KEY/],
      [402, 502, 'upstream_error', /credit/],
      [404, 400, 'invalid_request', /refused/],
      [413, 413, 'too_large', /too long/],
      [429, 429, 'rate_limited', /asked too often/],
      [500, 502, 'upstream_error', /status 500/],
      [503, 503, 'unavailable', /overloaded/],
      [529, 503, 'unavailable', /overloaded/],
    ];
    for (const [status, ours, code, words] of cases) {
      upstream.reply = jsonOf(status, secret, { 'retry-after': '7' });
      const answer = await chat(ada);
      expect(answer.status, String(status)).toBe(ours);
      const { error } = (await answer.json()) as Body;
      expect(error).toEqual({ code, message: expect.stringMatching(words) });
      expect(error.message).not.toContain('org-abc');
      expect(answer.headers.get('retry-after')).toBe(ours === 429 || ours === 503 ? '7' : null);
    }
    upstream.reply = (response) =>
      void response.writeHead(400, { 'content-type': 'text/html' }).end('<h1>nginx 10.0.0.3</h1>');
    expect(((await (await chat(ada)).json()) as Body).error.message).not.toContain('10.0.0.3');
    expect(await usageOf(ada, 'openai')).toMatchObject({
      inputTokens: 0n,
      outputTokens: 0n,
      reservedTokens: 0n,
    });
  });

  it('gives up on a silent upstream: before the first byte, and in the middle', async () => {
    const ada = await host.join();
    upstream.reply = () => undefined;
    const began = Date.now();
    const silent = await chat(ada);
    expect([silent.status, ((await silent.json()) as Body).error.message]).toEqual([
      502,
      expect.stringMatching(/did not begin to answer in time/),
    ]);
    expect(Date.now() - began).toBeLessThan(1_500);

    upstream.reply = (response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(OPENAI_STREAM[1]);
    const stalled = await (await chat(ada)).text();
    expect(stalled).toContain(OPENAI_STREAM[1]);
    expect(stalled).toMatch(/data: \{"error":\{"message":"OpenAI fell silent/);
    upstream.reply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(ANTHROPIC_STREAM[0]);
      setTimeout(() => response.destroy(), 20);
    };
    const cut = await (await post(ada, 'anthropic/v1/messages', '{}')).text();
    expect(cut).toMatch(
      /event: error\ndata: \{"type":"error","error":\{"type":"upstream_error","message":"Anthropic broke/,
    );
    await expectNoConnections(upstream);
  });

  it('limits the size of both bodies', async () => {
    const ada = await host.join();
    upstream.reply = jsonOf(200, {});
    const long = await post(ada, 'openai/v1/chat/completions', JSON.stringify({ x: 'y'.repeat(100_001) }));
    expect(long.status).toBe(413);
    const pieces = new ReadableStream<Uint8Array>({
      pull: (controller) => void controller.enqueue(Buffer.alloc(20_000, 'x')),
    });
    const endless = await host.app.request('/api/llm/openai/v1/chat/completions', {
      method: 'POST',
      body: pieces,
      headers: { 'content-type': 'application/json', [USER_HEADER]: ada.id },
      duplex: 'half',
    } as RequestInit);
    expect(endless.status).toBe(413);
    upstream.reply = async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      while (response.writable) {
        response.write(`data: ${'z'.repeat(10_000)}\n\n`);
        await sleep(1);
      }
    };
    const text = await (await chat(ada)).text();
    expect(text.length).toBeLessThan(260_000);
    expect(text).toMatch(/longer answer than is allowed/);
    await expectNoConnections(upstream);
  });

  it('ends the upstream within 200 ms of the client leaving, and leaks nothing over many', async () => {
    const ada = await host.join();
    upstream.reply = (response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(OPENAI_STREAM[1]);
    const slow: number[] = [];
    for (let i = 0; i < 25; i += 1) {
      const leaving = new AbortController();
      const answer = await post(ada, 'openai/v1/chat/completions', '{}', {}, leaving.signal);
      await answer.body?.getReader().read();
      const closed = upstream.nextClosed();
      const left = performance.now();
      leaving.abort();
      await closed;
      slow.push(performance.now() - left);
    }
    expect(Math.max(...slow)).toBeLessThan(200);
    await expectNoConnections(upstream);
    // Every place is free again, also those of calls that were left before the first byte.
    upstream.reply = () => undefined;
    for (let i = 0; i < 6; i += 1) {
      const early = new AbortController();
      setTimeout(() => early.abort(), 20);
      await expect(post(ada, 'openai/v1/chat/completions', '{}', {}, early.signal)).rejects.toThrow();
    }
    await expectNoConnections(upstream);
    upstream.reply = streamOf(OPENAI_STREAM);
    expect((await chat(ada)).status).toBe(200);
    const usage = await usageOf(ada, 'openai');
    expect(usage).toMatchObject({ reservedTokens: expect.any(BigInt) });
  });

  it('counts answers under way and requests a minute, each person apart', async () => {
    const [ada, bob] = [await host.join(), await host.join()];
    const two = createHost({ llmStreamsPerUser: 2, llmFirstByteMs: 2_000 });
    const people = [await two.join(), await two.join()];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    upstream.reply = async (response) => {
      await held;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    };
    const ask = (who: SessionUser | undefined): ReturnType<typeof two.call> =>
      two.call(who ?? null, 'POST', '/api/llm/openai/v1/chat/completions', {});
    const running = [ask(people[0]), ask(people[0])];
    await sleep(100);
    const third = await ask(people[0]);
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '5']);
    const others = ask(people[1]);
    release();
    expect((await Promise.all([...running, others])).map(({ status }) => status)).toEqual([200, 200, 200]);

    const three = createHost({ llmRequestsPerMinute: 3 });
    const eager = await three.join();
    upstream.reply = jsonOf(200, {});
    const statuses: number[] = [];
    for (let i = 0; i < 5; i += 1)
      statuses.push((await three.call(eager, 'POST', '/api/llm/openai/v1/chat/completions', {})).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = await three.call(eager, 'POST', '/api/llm/openai/v1/chat/completions', {});
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.json.error.message).toContain('3 times a minute');
    expect(ada.id).not.toBe(bob.id);
  });

  it("keeps to the day's tokens, also when many ask at once; the demo costs none", async () => {
    const thousand = jsonOf(200, { usage: { prompt_tokens: 600, completion_tokens: 400 } });
    upstream.reply = thousand;
    const poor = createHost({ llmStreamsPerUser: 100 }, { LLM_DAILY_TOKENS: '10000' });
    const ask = (who: SessionUser): ReturnType<typeof poor.call> =>
      poor.call(who, 'POST', '/api/llm/openai/v1/chat/completions', {});
    const ada = await poor.join();
    const statuses: number[] = [];
    for (let i = 0; i < 13; i += 1) statuses.push((await ask(ada)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429, 429]);
    const refused = await ask(ada);
    expect(refused.json.error).toEqual({
      code: 'rate_limited',
      message: expect.stringMatching(/10,000 tokens for today/),
    });
    const bob = await poor.join();
    const many = await Promise.all(Array.from({ length: 20 }, () => ask(bob)));
    expect(many.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(11);
    const demo = { model: 'demo', messages: [{ role: 'user', content: 'hi' }] };
    expect((await poor.call(ada, 'POST', '/api/llm/demo/v1/chat/completions', demo)).status).toBe(200);
    expect(await usageOf(ada, 'demo')).toMatchObject({ requests: 1, reservedTokens: 0n });
  });

  it("refuses models off a configured list, in the body and in Google's path", async () => {
    const strict = createHost(
      {},
      { LLM_OPENAI_MODELS: 'gpt-5-mini, gpt-5', LLM_GOOGLE_MODELS: 'gemini-2.5-flash' },
    );
    const ada = await strict.join();
    upstream.reply = jsonOf(200, {});
    const ask = async (path: string, body: object): Promise<number> =>
      (await strict.call(ada, 'POST', `/api/llm/${path}`, body)).status;
    expect(await ask('openai/v1/chat/completions', { model: 'gpt-5-pro' })).toBe(400);
    expect(await ask('google/v1beta/models/gemini-ultra:generateContent', {})).toBe(400);
    expect(await ask('google/v1beta/openai/chat/completions', { model: 'gemini-ultra' })).toBe(400);
    expect(upstream.seen).toHaveLength(0);
    expect(await ask('openai/v1/chat/completions', { model: 'gpt-5' })).toBe(200);
    expect(await ask('google/v1beta/models/gemini-2.5-flash:generateContent', {})).toBe(200);
    expect(upstream.seen[0]?.body.toString()).toBe('{"model":"gpt-5"}');
  });

  it('says so when nobody listens at the address', async () => {
    const gone = createHost({}, { LLM_OPENAI_BASE_URL: 'http://127.0.0.1:1' });
    const { status, json } = await gone.call(
      await gone.join(),
      'POST',
      '/api/llm/openai/v1/chat/completions',
      {},
    );
    expect([status, json.error]).toEqual([
      502,
      { code: 'upstream_error', message: 'OpenAI could not be reached. Please try again.' },
    ]);
  });

  it('has the demo behind the same door', async () => {
    const ada = await host.join();
    const demo = { model: 'demo', stream: true, messages: [{ role: 'user', content: 'hi' }] };
    const answer = await post(ada, 'demo/v1/chat/completions', JSON.stringify(demo));
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await answer.text()).toMatch(/chat\.completion\.chunk[\s\S]*data: \[DONE\]\n\n$/);
    const bad = await post(ada, 'demo/v1/chat/completions', '{"model":"gpt"}');
    expect([bad.status, ((await bad.json()) as Body).error.code]).toEqual([400, 'invalid_request']);
    expect((await host.call(ada, 'GET', '/api/llm/demo/v1/models')).status).toBe(200);
  });

  /** A request whose target and headers are sent as they are; resolves with the status. */
  async function raw(target: string, user: SessionUser, headers: readonly string[] = []): Promise<number> {
    const { port, hostname } = new URL(origin);
    const socket = connect(Number(port), hostname);
    const lines = [
      `POST ${target} HTTP/1.1`,
      'Host: localhost',
      `${USER_HEADER}: ${user.id}`,
      'Content-Type: application/json',
      'Content-Length: 2',
      'Connection: close',
      ...headers,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n{}`);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
  }
});

async function expectNoConnections(upstream: LlmUpstream): Promise<void> {
  await expect.poll(() => upstream.connections(), { timeout: 2_000 }).toBe(0);
}
