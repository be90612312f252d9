import { describe, expect, it } from 'vitest';
import { play } from './testing/harness.ts';
import { answer as says, call } from './testing/upstream.ts';
import { textOf, toolCallOf } from './message.ts';

describe('createModel', () => {
  it("speaks Anthropic's format to the proxy, with the session and without a key", async () => {
    const { answer, upstream, workspace } = await play(
      [
        says('I write it.', [call('write_file', { path: 'index.html', content: '<h1>Hi</h1>' })]),
        says('Done.'),
      ],
      { provider: 'anthropic' },
    );
    expect(answer.metadata).toMatchObject({ outcome: 'completed', inputTokens: 200, outputTokens: 20 });
    expect(textOf(answer)).toBe('I write it.\n\nDone.');
    expect(answer.parts.map(toolCallOf).find((call) => call !== null)?.output).toMatchObject({ ok: true });
    expect(workspace.state.files.get('index.html')).toBe('<h1>Hi</h1>');
    expect(upstream.requests.map(({ path }) => path)).toEqual([
      '/api/llm/anthropic/v1/messages',
      '/api/llm/anthropic/v1/messages',
    ]);
    expect(upstream.requests[0]?.authorization).toBe('Bearer session-token');
    // What was said before is asked to be remembered, so that a long turn does not pay for it in full at each step.
    for (const { body } of upstream.requests)
      expect(body).toMatchObject({ cache_control: { type: 'ephemeral' } });
  });

  it('notices an answer without an end in that format too', async () => {
    const { answer } = await play([says('I write', [], { cutAtEvent: 4, clean: true })], {
      provider: 'anthropic',
    });
    expect(answer.metadata).toMatchObject({ outcome: 'failed' });
    expect(answer.metadata?.reason).toMatch(/broke off before its end/);
    expect(textOf(answer)).toBe('I write');
  });

  it('finds the version of a provider that has another one', async () => {
    const { upstream } = await play([(response) => void response.writeHead(404).end()], {
      provider: 'google',
    });
    expect(upstream.requests[0]?.path).toBe('/api/llm/google/v1beta/openai/chat/completions');
  });
});
