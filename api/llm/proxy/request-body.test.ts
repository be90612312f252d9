import { describe, expect, it } from 'vitest';
import { takeBody } from './request-body.ts';

function post(body: string, type = 'application/json'): Request {
  return new Request('http://x/', { method: 'POST', body, headers: { 'content-type': type } });
}

describe('the body on its way upstream', () => {
  it('is passed on byte by byte', async () => {
    const text = '{ "model":"m",\n "x": "Grüße 🌱" }';
    const body = await takeBody(post(text), { maxBytes: 1_000, models: null });
    expect(Buffer.from(body.bytes ?? []).toString()).toBe(text);
    expect(body).toMatchObject({ model: 'm', mostOutput: null });
  });

  it('tells how long the answer may be, in every dialect', async () => {
    const cases: readonly [string, number | null][] = [
      ['{"max_tokens":100}', 100],
      ['{"max_tokens":100,"max_completion_tokens":300,"n":2}', 600],
      ['{"max_output_tokens":50}', 50],
      ['{"generationConfig":{"maxOutputTokens":70,"candidateCount":3}}', 210],
      ['{"max_tokens":-5}', null],
      ['{"max_tokens":"many"}', null],
      ['{"generationConfig":[]}', null],
      ['{"messages":[{"max_tokens":9}]}', null],
    ];
    for (const [text, most] of cases) {
      const { mostOutput } = await takeBody(post(text), { maxBytes: 1_000, models: null });
      expect(mostOutput, text).toBe(most);
    }
  });

  it('is cut off where it is longer than allowed', async () => {
    await expect(takeBody(post('x'.repeat(1_001)), { maxBytes: 1_000, models: null })).rejects.toMatchObject({
      code: 'too_large',
    });
    const declared = new Request('http://x/', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', 'content-length': '5000' },
    });
    await expect(takeBody(declared, { maxBytes: 1_000, models: null })).rejects.toMatchObject({
      code: 'too_large',
    });
    await expect(takeBody(post('{}', 'text/plain'), { maxBytes: 1_000, models: null })).rejects.toMatchObject(
      { code: 'unsupported_media_type' },
    );
  });

  it('may name a listed model only, and only once', async () => {
    const rules = { maxBytes: 1_000, models: ['good'] };
    const text = '{"model":"good","messages":[{"model":"inner"}]}';
    expect(Buffer.from((await takeBody(post(text), rules)).bytes ?? []).toString()).toBe(text);
    for (const bad of [
      '{"model":"bad"}',
      '{}',
      '[]',
      '{"model":7}',
      '{"model":"good"',
      '{"model":"bad","model":"good"}',
      '{"model":"good","m\\u006fdel":"bad"}',
      '{"m\\u006fdel":"bad","model":"good"}',
      '{"m\\u006fdel":"bad", "x":{"model":"good"},"model" : "good"}',
    ]) {
      await expect(takeBody(post(bad), rules), bad).rejects.toMatchObject({ code: 'invalid_request' });
    }
  });
});
