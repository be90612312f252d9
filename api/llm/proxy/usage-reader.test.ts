import { describe, expect, it } from 'vitest';
import { ANTHROPIC_STREAM, OPENAI_STREAM } from '../../../test/support/llm-upstream.ts';
import { createUsageReader, type Usage } from './usage-reader.ts';

function read(text: string, isEventStream: boolean, step: number, requestBytes = 400): Usage {
  const reader = createUsageReader(isEventStream);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += step) reader.push(bytes.subarray(at, at + step));
  const { inputTokens, outputTokens } = reader.finish(requestBytes);
  return { inputTokens, outputTokens };
}

describe('usage', () => {
  it('is read from every dialect, wherever the stream is cut', () => {
    const responses =
      'event: response.completed\ndata: {"type":"response.completed","response":{"usage":{"input_tokens":8,"output_tokens":9}}}\n\n';
    const google = `data: {"candidates":[],"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":6,"thoughtsTokenCount":7}}\r\n\r\n`;
    for (const step of [1, 7, 64, 100_000]) {
      expect(read(OPENAI_STREAM.join(''), true, step)).toEqual({ inputTokens: 700, outputTokens: 300 });
      expect(read(ANTHROPIC_STREAM.join(''), true, step)).toEqual({ inputTokens: 125, outputTokens: 15 });
      expect(read(responses, true, step)).toEqual({ inputTokens: 8, outputTokens: 9 });
      expect(read(google, true, step)).toEqual({ inputTokens: 5, outputTokens: 13 });
      expect(read('{"usage":{"prompt_tokens":3,"completion_tokens":4}}', false, step)).toEqual({
        inputTokens: 3,
        outputTokens: 4,
      });
    }
  });

  it('is estimated where it is not told', () => {
    expect(read(OPENAI_STREAM.slice(0, 3).join(''), true, 50)).toEqual({ inputTokens: 100, outputTokens: 3 });
    expect(read('{"choices":[]}', false, 50)).toEqual({ inputTokens: 100, outputTokens: 4 });
    // Cut off in the middle: what Anthropic says at the beginning is not the end of it.
    expect(read(ANTHROPIC_STREAM.slice(0, 5).join(''), true, 50)).toEqual({
      inputTokens: 125,
      outputTokens: 5,
    });
  });

  it('takes no more memory than it must, and believes no nonsense', () => {
    const long = `data: {"usage":{"prompt_tokens":1},"x":"${'y'.repeat(3_000_000)}"}\n\ndata: {"usage":{"prompt_tokens":2,"completion_tokens":2}}\n\n`;
    expect(read(long, true, 65_536)).toEqual({ inputTokens: 2, outputTokens: 2 });
    const wild =
      'data: {"usage":{"prompt_tokens":-5,"completion_tokens":"9"}}\n\ndata: {"usage":null}\n\ndata: "usage"\n\n';
    expect(read(wild, true, 10)).toEqual({ inputTokens: 100, outputTokens: 3 });
  });
});
