import { afterAll, expect, it } from 'vitest';
import { describeEachInstallation } from './support/installation.ts';
import { jsonOf, startLlmUpstream, type LlmUpstream } from './support/llm-upstream.ts';

const QUERY = `query ($days: Int) { usage(days: $days) {
  entries { day provider providerName model isFree calls inputTokens outputTokens }
  today { calls callLimit tokens tokenLimit reservedTokens underWay underWayLimit renewsAt } } }`;

const upstreams: LlmUpstream[] = [];
afterAll(() => Promise.all(upstreams.map((upstream) => upstream.close())));

describeEachInstallation(
  'the usage query',
  (get) => {
    it('tells calls and tokens by day and model, what is left, and only the own', async () => {
      const { call, graphql, join, server } = get();
      const [ada, bob] = [await join(), await join('Bob')];
      const upstream = upstreams.at(-1) ?? expect.fail();
      const chat = (model: string, path = 'openai/v1/chat/completions'): ReturnType<typeof call> =>
        call({
          method: 'POST',
          path: `/api/llm/${path}`,
          token: ada.token,
          body: { model, messages: [{ role: 'user', content: 'hi' }] },
        });
      upstream.reply = jsonOf(200, { usage: { prompt_tokens: 30, completion_tokens: 12 } });
      for (const model of ['gpt-5', 'gpt-5', 'gpt-5-mini', '<b>'.repeat(10)])
        expect((await chat(model)).status).toBe(200);
      upstream.reply = jsonOf(400, {});
      expect((await chat('gpt-9')).status).toBe(400);
      expect((await chat('demo', 'demo/v1/chat/completions')).status).toBe(200);
      const today = new Date().toISOString().slice(0, 10);
      const yesterday = new Date(Date.parse(today) - 86_400_000);
      const old = { userId: ada.id, provider: 'gone', model: 'm', requests: 1, inputTokens: 3_000_000_000n };
      await server.services.db.prisma.llmUsage.createMany({
        data: [yesterday, new Date(Date.parse(today) - 30 * 86_400_000)].map((day) => ({ ...old, day })),
      });

      const { json } = await graphql(QUERY, {}, ada.token);
      const line = { day: today, provider: 'openai', providerName: 'OpenAI', isFree: false };
      expect(json.data.usage.entries).toEqual([
        {
          ...line,
          provider: 'demo',
          providerName: 'Demo (a script, no AI)',
          isFree: true,
          model: 'demo',
          calls: 1,
          inputTokens: expect.any(Number),
          outputTokens: expect.any(Number),
        },
        // A refused call, and one of a model whose name is none.
        { ...line, model: null, calls: 2, inputTokens: 30, outputTokens: 12 },
        { ...line, model: 'gpt-5', calls: 2, inputTokens: 60, outputTokens: 24 },
        { ...line, model: 'gpt-5-mini', calls: 1, inputTokens: 30, outputTokens: 12 },
        {
          day: yesterday.toISOString().slice(0, 10),
          provider: 'gone',
          providerName: 'gone',
          isFree: false,
          model: 'm',
          calls: 1,
          inputTokens: 3_000_000_000,
          outputTokens: 0,
        },
      ]);
      expect(json.data.usage.today).toEqual({
        calls: 5,
        callLimit: 2_000,
        tokens: 168,
        tokenLimit: 5_000_000,
        reservedTokens: 0,
        underWay: 0,
        underWayLimit: 2,
        renewsAt: new Date(Date.parse(today) + 86_400_000).toISOString(),
      });
      const others = await graphql(QUERY, {}, bob.token);
      expect(others.json.data.usage).toMatchObject({ entries: [], today: { calls: 0, tokens: 0 } });
      expect((await graphql(QUERY)).json.errors[0].extensions.code).toBe('unauthenticated');
      for (const days of [0, 91, -1])
        expect((await graphql(QUERY, { days }, ada.token)).json.errors[0].extensions.code).toBe(
          'invalid_request',
        );
      expect((await graphql(QUERY, { days: 1 }, ada.token)).json.data.usage.entries).toHaveLength(4);
    });
  },
  {
    env: async () => {
      const upstream = await startLlmUpstream();
      upstreams.push(upstream);
      return {
        OPENAI_API_KEY: 'sk-openai-0123456789abcdef',
        LLM_OPENAI_BASE_URL: upstream.url,
        LLM_DEMO_PACE: '0',
        LLM_DAILY_TOKENS: '5000000',
      };
    },
  },
);
