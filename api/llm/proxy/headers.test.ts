import { describe, expect, it } from 'vitest';
import { PROVIDERS, type ProviderEntry } from '../provider-table.ts';
import { clientHeaders, isPassable, upstreamHeaders } from './headers.ts';

const KEY = 'sk-real-0123456789';
const anthropic = entry('anthropic');
const openai = entry('openai');

const TRICKS: Readonly<Record<string, string>> = {
  authorization: 'Bearer session-token',
  'proxy-authorization': 'Basic x',
  cookie: 'a=b',
  'x-api-key': 'theirs',
  'x-goog-api-key': 'theirs',
  'api-key': 'theirs',
  'openai-organization': 'org-x',
  'openai-project': 'proj-x',
  host: 'evil.example',
  connection: 'x-api-key',
  'keep-alive': 'timeout=5',
  te: 'trailers',
  upgrade: 'h2c',
  'transfer-encoding': 'chunked',
  'content-length': '3',
  'content-encoding': 'gzip',
  'accept-encoding': 'gzip, br',
  'x-forwarded-for': '1.2.3.4',
  'x-forwarded-host': 'evil.example',
  forwarded: 'for=1.2.3.4',
  'x-real-ip': '1.2.3.4',
  via: '1.1 evil',
  origin: 'https://evil.example',
  referer: 'https://evil.example/secret',
  'x-http-method-override': 'DELETE',
  expect: '100-continue',
  range: 'bytes=0-1',
  'user-agent': 'Mozilla/5.0',
  'anthropic-dangerous-direct-browser-access': 'true',
};

describe('headers', () => {
  it('goes upstream with the listed ones, the constants and the key only', () => {
    const client = new Headers({
      ...TRICKS,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    });
    expect(upstreamHeaders(openai, openai.key, KEY, client)).toEqual({
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'accept-encoding': 'identity',
      'user-agent': 'platform-llm-proxy',
      authorization: `Bearer ${KEY}`,
    });
    expect(upstreamHeaders(anthropic, anthropic.key, KEY, client)).toMatchObject({
      'x-api-key': KEY,
      'anthropic-version': '2023-06-01',
    });
    expect(upstreamHeaders(anthropic, anthropic.key, KEY, client)).not.toHaveProperty('authorization');
  });

  it('passes a listed header on only with a value that it may have', () => {
    const send = (value: string): string | undefined =>
      upstreamHeaders(anthropic, anthropic.key, KEY, new Headers({ 'anthropic-beta': value }))[
        'anthropic-beta'
      ];
    expect(send('fine-grained-tool-streaming-2025-05-14')).toBe('fine-grained-tool-streaming-2025-05-14');
    for (const value of ['x y', 'a,,b', 'Ä', 'a;b', 'x'.repeat(600), '../x'])
      expect(send(value), value).toBeUndefined();
    const version = upstreamHeaders(
      anthropic,
      anthropic.key,
      KEY,
      new Headers({ 'anthropic-version': 'latest' }),
    );
    expect(version['anthropic-version']).toBe('2023-06-01');
  });

  it('comes back with the listed ones only, and never with a secret', () => {
    const upstream = {
      'content-type': 'application/json; charset=utf-8; evil=1',
      'set-cookie': ['a=b'],
      'access-control-allow-origin': '*',
      'openai-organization': 'org-secret',
      'clear-site-data': '"*"',
      location: 'https://evil.example',
      'content-length': '5',
      'x-request-id': 'req_1',
      'request-id': `echo ${KEY}`,
    };
    expect(clientHeaders(upstream, [KEY])).toEqual({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
      'upstream-request-id': 'req_1',
    });
  });

  it('passes on JSON and event streams, neither compressed nor of another type', () => {
    expect(isPassable({ 'content-type': 'text/event-stream' })).toBe(true);
    expect(isPassable({ 'content-type': 'application/json', 'content-encoding': 'gzip' })).toBe(false);
    for (const type of ['text/html', 'image/svg+xml', 'application/javascript', '']) {
      expect(isPassable({ 'content-type': type }), type).toBe(false);
    }
  });
});

function entry(id: string): ProviderEntry {
  const found = PROVIDERS.find((provider) => provider.id === id);
  if (!found) throw new Error(`no provider ${id}`);
  return found;
}
