import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeEachLlmHost, type LlmBody } from '../../test/support/llm-host.ts';
import { jsonOf } from '../../test/support/llm-upstream.ts';
import type { SignedInApp } from '../../test/support/signed-in-app.ts';
import type { SessionUser } from '../accounts/session-user.ts';

const CHAT = '/api/llm/openai/v1/chat/completions';
const THOUSAND = { usage: { prompt_tokens: 600, completion_tokens: 400 } };
type Host = SignedInApp<LlmBody>;

const ask = (host: Host, who: SessionUser, body: object = {}): ReturnType<Host['call']> =>
  host.call(who, 'POST', CHAT, body);
const count = (answers: readonly { readonly status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

describeEachLlmHost('budgets that processes share', (llm) => {
  it('go over by one call at most, with 20 in parallel over two processes', async () => {
    const { upstream, createHost, usageOf } = llm();
    upstream.reply = async (response) => {
      await sleep(20);
      await jsonOf(200, THOUSAND)(response, upstream.seen[0] ?? expect.fail());
    };
    // With a maximum ten calls fit side by side; without one the first may take everything.
    for (const [body, least] of [
      [{ max_tokens: 900 }, 8],
      [{}, 1],
    ] as const) {
      const settings = [{ llmStreamsPerUser: 100 }, { LLM_DAILY_TOKENS: '10000' }] as const;
      const [one, two] = [createHost(...settings), createHost(...settings)];
      const ada = await one.join();
      await two.join(ada);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => ask(i % 2 === 0 ? one : two, ada, body)),
      );
      const served = count(answers, 200);
      expect(served).toBeGreaterThanOrEqual(least);
      expect(served).toBeLessThanOrEqual(11);
      expect(count(answers, 429)).toBe(20 - served);
      for (const { status, json } of answers)
        if (status === 429) expect(json.error.message).toMatch(/10,000 tokens for today/);
      // Waiting does not help beyond the budget, and nothing stays set aside.
      for (let i = served; i < 13; i += 1) await ask(one, ada, body);
      expect(await usageOf(ada, 'openai')).toEqual({
        requests: expect.any(Number),
        inputTokens: expect.any(BigInt),
        outputTokens: expect.any(BigInt),
        underWay: 0,
      });
      const used = await usageOf(ada, 'openai');
      const tokens = Number(used?.inputTokens ?? 0) + Number(used?.outputTokens ?? 0);
      expect(tokens).toBeGreaterThanOrEqual(10_000);
      expect(tokens).toBeLessThanOrEqual(11_000);
    }
  });

  it('give a person the same few places, whichever process is asked', async () => {
    const { upstream, createHost } = llm();
    const [one, two] = [{ llmStreamsPerUser: 2, llmFirstByteMs: 5_000 }, { llmStreamsPerUser: 2 }].map(
      (limits) => createHost(limits),
    );
    if (!one || !two) expect.fail();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    upstream.reply = async (response) => {
      await held;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    };
    const ada = await one.join();
    await two.join(ada);
    const running = [ask(one, ada), ask(one, ada)];
    await expect.poll(() => upstream.seen.length).toBe(2);
    const third = await ask(two, ada);
    expect([third.status, third.json.error.message]).toEqual([
      429,
      expect.stringMatching(/2 answers under way/),
    ]);
    release();
    expect(count(await Promise.all(running), 200)).toBe(2);
    expect((await ask(two, ada)).status).toBe(200);
  });

  it('free the places of a process that died, and count what its calls may have used', async () => {
    const { upstream, createHost, usageOf, db } = llm();
    const host = createHost({ llmStreamsPerUser: 1 });
    const ada = await host.join();
    const day = new Date(new Date().toISOString().slice(0, 10));
    const dead = { userId: ada.id, day, provider: 'openai', reservedTokens: 8_000n };
    const expiresAt = new Date(Date.now() + 4_000);
    await db.prisma.llmCall.create({ data: { id: 'dead', ...dead, expiresAt } });
    upstream.reply = jsonOf(200, THOUSAND);
    expect((await ask(host, ada)).status).toBe(429);
    await expect.poll(async () => (await ask(host, ada)).status, { timeout: 20_000 }).toBe(200);
    expect(await usageOf(ada, 'openai')).toEqual({
      requests: 2,
      inputTokens: 2_600n,
      outputTokens: 400n,
      underWay: 0,
    });
  });

  it('renew the calls of a process that lives, for as long as they last', async () => {
    const { upstream, createHost, usageOf, db } = llm();
    // A process that stands still for the whole lease counts as dead, so the lease is longer than a busy machine's stalls.
    const host = createHost({ llmStreamsPerUser: 1, llmLeaseMs: 4_000, llmFirstByteMs: 30_000 });
    const ada = await host.join();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    upstream.reply = async (response) => {
      await held;
      await jsonOf(200, THOUSAND)(response, upstream.seen[0] ?? expect.fail());
    };
    const long = ask(host, ada);
    const leaseEnd = async (): Promise<number> => {
      const call = await db.prisma.llmCall.findFirst({ where: { userId: ada.id } });
      return call?.expiresAt.getTime() ?? 0;
    };
    await expect.poll(leaseEnd).toBeGreaterThan(0);
    const first = await leaseEnd();
    await expect.poll(leaseEnd, { timeout: 10_000 }).toBeGreaterThanOrEqual(first + 1_500);
    expect((await ask(host, ada)).status).toBe(429);
    release();
    expect((await long).status).toBe(200);
    expect(await usageOf(ada, 'openai')).toMatchObject({ requests: 1, inputTokens: 600n, underWay: 0 });
  });

  it('count requests a day too, and what takes no tokens as none', async () => {
    const { upstream, createHost, usageOf } = llm();
    upstream.reply = jsonOf(200, { data: Array.from({ length: 500 }, (_, id) => ({ id })), input_tokens: 9 });
    const host = createHost({ llmDailyRequests: 3 });
    const ada = await host.join();
    expect((await host.call(ada, 'GET', '/api/llm/openai/v1/models')).status).toBe(200);
    expect((await host.call(ada, 'POST', '/api/llm/anthropic/v1/messages/count_tokens', {})).status).toBe(
      200,
    );
    expect(await usageOf(ada, 'openai')).toEqual({
      requests: 1,
      inputTokens: 0n,
      outputTokens: 0n,
      underWay: 0,
    });
    expect(await usageOf(ada, 'anthropic')).toMatchObject({ inputTokens: 0n, outputTokens: 0n });
    expect((await ask(host, ada)).status).toBe(200);
    const refused = await ask(host, ada);
    expect([refused.status, refused.json.error.message]).toEqual([
      429,
      'Your 3 requests to models for today are used up. They begin anew at midnight UTC.',
    ]);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    const demo = { model: 'demo', messages: [{ role: 'user', content: 'hi' }] };
    expect((await host.call(ada, 'POST', '/api/llm/demo/v1/chat/completions', demo)).status).toBe(200);
  });

  it('count what a model may have thought before its reader left', async () => {
    const { upstream, createHost, usageOf } = llm();
    const host = createHost({ llmFirstByteMs: 5_000 });
    const ada = await host.join();
    upstream.reply = () => undefined;
    const leaving = new AbortController();
    const asked = host.app.request(CHAT, {
      method: 'POST',
      body: '{"model":"m"}',
      headers: { 'content-type': 'application/json', 'x-test-user': ada.id },
      signal: leaving.signal,
    });
    await expect.poll(() => upstream.seen.length).toBe(1);
    await sleep(1_000);
    leaving.abort();
    await asked;
    const used = await usageOf(ada, 'openai');
    expect(Number(used?.outputTokens)).toBeGreaterThanOrEqual(50);
    expect(Number(used?.outputTokens)).toBeLessThan(500);
  });
});
