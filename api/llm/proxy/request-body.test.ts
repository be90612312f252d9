import { describe, expect, it } from 'vitest';
import { readAll, takeBody } from './request-body.ts';

function post(body: string, type = 'application/json'): Request {
  return new Request('http://x/', { method: 'POST', body, headers: { 'content-type': type } });
}

describe('the body on its way upstream', () => {
  it('is passed on byte by byte, and counted', async () => {
    const text = '{ "model":"m",\n "x": "Grüße 🌱" }';
    const body = await takeBody(post(text), { maxBytes: 1_000, models: null });
    expect((await readAll(body.stream)).toString()).toBe(text);
    expect(body.bytes()).toBe(Buffer.byteLength(text));
  });

  it('is cut off where it is longer than allowed', async () => {
    const body = await takeBody(post('x'.repeat(1_001)), { maxBytes: 1_000, models: null });
    await expect(readAll(body.stream)).rejects.toMatchObject({ code: 'too_large' });
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
    expect((await readAll((await takeBody(post(text), rules)).stream)).toString()).toBe(text);
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
