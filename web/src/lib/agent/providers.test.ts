import { describe, expect, it } from 'vitest';
import { play } from './testing/harness.ts';
import type { Reply } from './testing/upstream.ts';
import { textOf, toolCallOf } from './message.ts';

/** A streamed answer in Anthropic's format. */
function messagesAnswer(text: string, call: { name: string; input: unknown } | null, cut = false): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (type: string, data: Record<string, unknown>): void => {
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    };
    const usage = { input_tokens: 50, output_tokens: 1 };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'fake', content: [] };
    send('message_start', { message: { ...message, stop_reason: null, stop_sequence: null, usage } });
    send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    send('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
    send('content_block_stop', { index: 0 });
    if (call !== null) {
      const block = { type: 'tool_use', id: 'toolu_1', name: call.name, input: {} };
      send('content_block_start', { index: 1, content_block: block });
      const json = JSON.stringify(call.input);
      for (const partial_json of json.match(/[\s\S]{1,20}/g) ?? []) {
        send('content_block_delta', { index: 1, delta: { type: 'input_json_delta', partial_json } });
      }
      send('content_block_stop', { index: 1 });
    }
    if (cut) return void response.end();
    const delta = { stop_reason: call === null ? 'end_turn' : 'tool_use', stop_sequence: null };
    send('message_delta', { delta, usage: { output_tokens: 7 } });
    send('message_stop', {});
    response.end();
  };
}

describe('createModel', () => {
  it("speaks Anthropic's format to the proxy, with the session and without a key", async () => {
    const { answer, upstream, workspace } = await play(
      [
        messagesAnswer('I write it.', {
          name: 'write_file',
          input: { path: 'index.html', content: '<h1>Hi</h1>' },
        }),
        messagesAnswer('Done.', null),
      ],
      { provider: 'anthropic' },
    );
    expect(answer.metadata).toMatchObject({ outcome: 'completed', inputTokens: 100, outputTokens: 14 });
    expect(textOf(answer)).toBe('I write it.\n\nDone.');
    expect(answer.parts.map(toolCallOf).find((call) => call !== null)?.output).toMatchObject({ ok: true });
    expect(workspace.state.files.get('index.html')).toBe('<h1>Hi</h1>');
    expect(upstream.requests.map(({ path }) => path)).toEqual([
      '/api/llm/anthropic/v1/messages',
      '/api/llm/anthropic/v1/messages',
    ]);
    expect(upstream.requests[0]?.authorization).toBe('Bearer session-token');
  });

  it('notices an answer without an end in that format too', async () => {
    const { answer } = await play([messagesAnswer('I write', null, true)], { provider: 'anthropic' });
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
