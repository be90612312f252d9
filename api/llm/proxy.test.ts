import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeEachLlmHost, KEYS, type LlmBody } from '../../test/support/llm-host.ts';
import { ANTHROPIC_STREAM, jsonOf, OPENAI_STREAM, streamOf } from '../../test/support/llm-upstream.ts';

describeEachLlmHost('the LLM proxy', (llm) => {
  it('lists what is configured, the demo last, and needs a session for everything', async () => {
    const { upstream, host } = llm();
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
    const { upstream, host, post, usageOf } = llm();
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
      'content-length': String(Buffer.byteLength(sent)),
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
      underWay: 0,
    });
  });

  it('streams Anthropic messages, through a gateway with a path, and Google in both its dialects', async () => {
    const { upstream, host, post, usageOf } = llm();
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
    const { upstream, host, chat } = llm();
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
    const { upstream, host, raw } = llm();
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
    const { upstream, host, raw } = llm();
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
    const { upstream, host, chat } = llm();
    const ada = await host.join();
    for (const status of [301, 302, 303, 307, 308, 304]) {
      upstream.reply = (response) =>
        void response.writeHead(status, { location: `${upstream.url}/stolen` }).end();
      const answer = await chat(ada);
      expect(answer.status, String(status)).toBe(502);
      expect(await answer.json()).toMatchObject({
        ok: false,
        error: { code: 'upstream_error', message: expect.stringContaining('redirect') },
      });
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
    const { upstream, host, logged, chat } = llm();
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
    const { upstream, host, chat, usageOf } = llm();
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
      const { error } = (await answer.json()) as LlmBody;
      expect(error).toEqual({ code, message: expect.stringMatching(words) });
      expect(error.message).not.toContain('org-abc');
      expect(answer.headers.get('retry-after')).toBe(ours === 429 || ours === 503 ? '7' : null);
      // What the server's account lacks, asking again does not bring.
      expect(answer.headers.get('x-should-retry')).toBe([401, 402, 403].includes(status) ? 'false' : null);
    }
    upstream.reply = (response) =>
      void response.writeHead(400, { 'content-type': 'text/html' }).end('<h1>nginx 10.0.0.3</h1>');
    expect(((await (await chat(ada)).json()) as LlmBody).error.message).not.toContain('10.0.0.3');
    expect(await usageOf(ada, 'openai')).toMatchObject({
      inputTokens: 0n,
      outputTokens: 0n,
      underWay: 0,
    });
  });

  it('says so when nobody listens at the address', async () => {
    const { createHost } = llm();
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
    const { host, post } = llm();
    const ada = await host.join();
    const demo = { model: 'demo', stream: true, messages: [{ role: 'user', content: 'hi' }] };
    const answer = await post(ada, 'demo/v1/chat/completions', JSON.stringify(demo));
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await answer.text()).toMatch(/chat\.completion\.chunk[\s\S]*data: \[DONE\]\n\n$/);
    const bad = await post(ada, 'demo/v1/chat/completions', '{"model":"gpt"}');
    expect([bad.status, ((await bad.json()) as LlmBody).error.code]).toEqual([400, 'invalid_request']);
    expect((await host.call(ada, 'GET', '/api/llm/demo/v1/models')).status).toBe(200);
  });
});
