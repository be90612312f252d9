import { describe, expect, it } from 'vitest';
import { createDemo } from './demo.ts';

const ASK = {
  model: 'demo',
  messages: [{ role: 'user', content: 'Build me a guestbook' }],
  tools: ['write_aml', 'write_file'].map((name) => ({ type: 'function', function: { name } })),
};

interface Chunk {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string;
      readonly tool_calls?: readonly {
        readonly index: number;
        readonly id?: string;
        readonly function: { readonly name?: string; readonly arguments: string };
      }[];
    };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly total_tokens: number;
  };
}

async function ask(
  body: unknown,
  { pace = 0, signal = new AbortController().signal } = {},
): Promise<Response> {
  return createDemo({ pace }).respond({
    method: 'POST',
    path: 'v1/chat/completions',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  });
}

async function chunks(response: Response): Promise<readonly Chunk[]> {
  const events = (await response.text()).split('\n\n').slice(0, -1);
  expect(events.at(-1)).toBe('data: [DONE]');
  return events.slice(0, -1).map((event) => JSON.parse(event.slice('data: '.length)) as Chunk);
}

describe('the demo speaks chat completions', () => {
  it('streamed: text, then calls with their arguments in pieces, the reason, the usage', async () => {
    const all = await chunks(await ask({ ...ASK, stream: true, stream_options: { include_usage: true } }));
    const whole = (await (await ask(ASK)).json()) as {
      choices: [
        {
          message: { content: string; tool_calls: { function: { arguments: string } }[] };
          finish_reason: string;
        },
      ];
      usage: object;
    };
    const deltas = all.flatMap(({ choices }) => choices.map(({ delta }) => delta));
    expect(deltas.map(({ content }) => content ?? '').join('')).toBe(whole.choices[0].message.content);
    const calls = deltas.flatMap(({ tool_calls }) => tool_calls ?? []);
    expect(calls[0]).toMatchObject({
      index: 0,
      id: expect.stringMatching(/^call_/),
      function: { name: 'write_aml', arguments: '' },
    });
    expect(calls.length).toBeGreaterThan(3);
    expect(calls.map((call) => call.function.arguments).join('')).toBe(
      whole.choices[0].message.tool_calls[0]?.function.arguments,
    );
    expect(all.at(-2)?.choices[0]?.finish_reason).toBe('tool_calls');
    expect([whole.choices[0].finish_reason, all.at(-1)?.choices]).toEqual(['tool_calls', []]);
    const usage = all.at(-1)?.usage;
    expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0));
    expect(usage?.completion_tokens).toBeGreaterThan(100);
  });

  it('stops at max_tokens with the reason "length"', async () => {
    const all = await chunks(await ask({ ...ASK, stream: true, max_tokens: 10 }));
    expect(all.at(-1)?.choices[0]?.finish_reason).toBe('length');
    const text = all.flatMap(({ choices }) => choices.map(({ delta }) => delta.content ?? '')).join('');
    expect(text.length).toBeLessThanOrEqual(40);
  });

  it('writes at a natural pace, and stops when the listener leaves', async () => {
    const hello = { model: 'demo', stream: true, messages: [{ role: 'user', content: 'hi' }] };
    const began = performance.now();
    const all = await chunks(await ask(hello, { pace: 10 }));
    const seconds = ((performance.now() - began) / 1_000) * 10;
    const tokens =
      all.flatMap(({ choices }) => choices.map(({ delta }) => delta.content ?? '')).join('').length / 4;
    // A busy machine may be slow; only the pace's own bound is exact.
    expect(tokens / seconds).toBeGreaterThan(3);
    expect(tokens / seconds).toBeLessThan(110);

    const leaving = new AbortController();
    const response = await ask(hello, { pace: 1, signal: leaving.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    leaving.abort();
    const left = performance.now();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read());
    expect(performance.now() - left).toBeLessThan(500);
  });

  it('reads every form of content, and says what it cannot read', async () => {
    const parts = {
      model: 'demo',
      messages: [
        { role: 'developer', content: 'x' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'hel' },
            { type: 'image_url', image_url: {} },
            { type: 'text', text: 'lo' },
          ],
        },
      ],
    };
    expect(await (await ask(parts)).text()).toContain('Hello!');
    for (const bad of [
      '{',
      '[]',
      {},
      { model: 'demo' },
      { model: 'demo', messages: [] },
      { model: 'demo', messages: [{ role: 'robot', content: '' }] },
      { ...ASK, model: 'gpt-5' },
      { ...ASK, n: 2 },
      { ...ASK, stream: 'yes' },
    ]) {
      await expect(ask(bad), JSON.stringify(bad)).rejects.toMatchObject({ code: 'invalid_request' });
    }
    const cut = {
      model: 'demo',
      messages: [
        { role: 'user', content: 'Build me a poll' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'write_aml', arguments: '{"aml":"mod' } },
          ],
        },
      ],
      tools: ASK.tools,
    };
    expect(await (await ask(cut)).text()).toContain('write_aml');
  });

  it('lists its one model', async () => {
    const response = await createDemo({ pace: 0 }).respond({
      method: 'GET',
      path: 'v1/models',
      body: '',
      signal: new AbortController().signal,
    });
    expect(await response.json()).toMatchObject({ object: 'list', data: [{ id: 'demo' }] });
  });
});
