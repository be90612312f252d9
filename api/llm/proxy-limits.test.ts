import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeEachLlmHost, type LlmBody } from '../../test/support/llm-host.ts';
import { ANTHROPIC_STREAM, jsonOf, OPENAI_STREAM, streamOf } from '../../test/support/llm-upstream.ts';
import { USER_HEADER } from '../../test/support/signed-in-app.ts';
import type { SessionUser } from '../accounts/session-user.ts';

describeEachLlmHost('limits of the LLM proxy', (llm) => {
  it('gives up on a silent upstream: before the first byte, and in the middle', async () => {
    const { upstream, host, post, chat, expectNoConnections } = llm();
    const ada = await host.join();
    upstream.reply = () => undefined;
    const began = Date.now();
    const silent = await chat(ada);
    expect([silent.status, ((await silent.json()) as LlmBody).error.message]).toEqual([
      502,
      expect.stringMatching(/did not begin to answer in time/),
    ]);
    expect(Date.now() - began).toBeLessThan(3_000);

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
    await expectNoConnections();
  });

  it('limits the size of both bodies', async () => {
    const { upstream, host, post, chat, expectNoConnections } = llm();
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
    await expectNoConnections();
  });

  it('ends the upstream within 200 ms of the client leaving, and leaks nothing over many', async () => {
    const { upstream, host, post, chat, usageOf, expectNoConnections } = llm();
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
    await expectNoConnections();
    // Every place is free again, also those of calls that were left before the first byte.
    upstream.reply = () => undefined;
    for (let i = 0; i < 6; i += 1) {
      const early = new AbortController();
      setTimeout(() => early.abort(), 20);
      await expect(post(ada, 'openai/v1/chat/completions', '{}', {}, early.signal)).rejects.toThrow();
    }
    await expectNoConnections();
    upstream.reply = streamOf(OPENAI_STREAM);
    // What was left while it was being counted is let go as soon as that is done.
    await expect.poll(async () => (await chat(ada)).status).toBe(200);
    await expect
      .poll(() => usageOf(ada, 'openai'))
      .toMatchObject({ underWay: 0, requests: expect.any(Number) });
  });

  it('frees the place of an answer that nobody begins to read', async () => {
    const { upstream, createHost } = llm();
    const one = createHost({ llmStreamsPerUser: 1 });
    const ada = await one.join();
    upstream.reply = (response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(OPENAI_STREAM[1]);
    const leaving = new AbortController();
    const ask = (signal?: AbortSignal): Promise<Response> =>
      Promise.resolve(
        one.app.request('/api/llm/openai/v1/chat/completions', {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json', [USER_HEADER]: ada.id },
          ...(signal && { signal }),
        }),
      );
    expect((await ask(leaving.signal)).status).toBe(200);
    expect((await ask()).status).toBe(429);
    leaving.abort();
    const next = await ask();
    expect(next.status).toBe(200);
    await next.body?.cancel();
  });

  it('counts answers under way and requests a minute, each person apart', async () => {
    const { upstream, host, createHost } = llm();
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
    const { upstream, createHost, usageOf } = llm();
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
      message: expect.stringMatching(/10,000 tokens for today are used up/),
    });
    const bob = await poor.join();
    const many = await Promise.all(Array.from({ length: 20 }, () => ask(bob)));
    expect(many.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(11);
    expect(many.find(({ status }) => status !== 200)?.json.error.message).toMatch(/10,000 tokens for today/);
    const demo = { model: 'demo', messages: [{ role: 'user', content: 'hi' }] };
    expect((await poor.call(ada, 'POST', '/api/llm/demo/v1/chat/completions', demo)).status).toBe(200);
    expect(await usageOf(ada, 'demo')).toMatchObject({ requests: 1, underWay: 0 });
  });

  it("refuses models off a configured list, in the body and in Google's path", async () => {
    const { upstream, createHost } = llm();
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
});
