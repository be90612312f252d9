import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPublishFixture, type PublishFixture } from '../../test/support/publish-fixture.ts';
import type { PublishServer } from '../../test/support/publish-server.ts';

let fixture: PublishFixture;
let server: PublishServer;

beforeAll(async () => {
  fixture = await startPublishFixture();
  ({ server } = fixture);
});
afterAll(() => fixture.close());

describe('hosts', () => {
  it.each([
    ['a-two.localhost', '/a/one/'],
    ['a-one.localhost', '/a/Two/'],
    ['a-one.localhost', '/'],
    ['a-one.localhost', '/healthz'],
    ['a-one.localhost', '/p/tok/3/'],
    ['a-two.localhost', '/a/one/_data'],
    ['evil.example', '/a/one/'],
    ['evil.example', '/healthz'],
    ['a-one.evil.example', '/a/one/'],
    ['localhost.evil.example', '/a/one/'],
    ['a-one.localhost.', '/a/one/'],
    ['x.a-one.localhost', '/a/one/'],
    ['192.168.0.1', '/a/one/'],
    ['localhost', '/'],
    ['localhost', '/a/'],
  ])('%s has nothing at %s', async (name, path) => {
    const { status, json } = await server.get(path, { host: `${name}:${server.port}` });
    expect(status).toBe(404);
    expect(json).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('answers health on the shared host and by address', async () => {
    for (const host of [`localhost:${server.port}`, '127.0.0.1', '10.0.0.7:80', '[::1]:4001']) {
      expect(await server.get('/healthz', { host })).toMatchObject({ status: 200, text: '{"ok":true}' });
    }
  });

  const one = '/a/one/small.json';
  it.each([
    ['two Hosts', `GET ${one} HTTP/1.1\r\nHost: localhost\r\nHost: a-one.localhost\r\n`],
    ['two equal Hosts', `GET ${one} HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n`],
    ['no Host', `GET ${one} HTTP/1.1\r\n`],
    ['no Host in HTTP/1.0', `GET ${one} HTTP/1.0\r\n`],
    ['an empty Host', `GET ${one} HTTP/1.1\r\nHost:\r\n`],
    ['a Host with a path', `GET ${one} HTTP/1.1\r\nHost: localhost/a/one\r\n`],
    ['a Host with a user', `GET ${one} HTTP/1.1\r\nHost: x@localhost\r\n`],
    ['a Host list', `GET ${one} HTTP/1.1\r\nHost: localhost, a-one.localhost\r\n`],
    ['an absolute form', `GET http://localhost${one} HTTP/1.1\r\nHost: localhost\r\n`],
    ['an absolute form of another host', `GET http://evil.example${one} HTTP/1.1\r\nHost: localhost\r\n`],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n'],
    ['a dot segment', 'GET /a/one/../one/small.json HTTP/1.1\r\nHost: localhost\r\n'],
    ['an encoded dot segment', 'GET /a/one/%2e%2e/one/small.json HTTP/1.1\r\nHost: localhost\r\n'],
    ['an encoded slash', 'GET /a/one%2fsmall.json HTTP/1.1\r\nHost: localhost\r\n'],
    ['an encoded backslash', 'GET /a/one/..%5csmall.json HTTP/1.1\r\nHost: localhost\r\n'],
    ['NUL', 'GET /a/one/small.json%00 HTTP/1.1\r\nHost: localhost\r\n'],
  ])('refuses %s', async (_, head) => {
    const answer = await server.raw(`${head}Connection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toContain('"a":1');
  });

  it('believes no forwarding header', async () => {
    const forged = {
      'x-forwarded-host': `a-one.localhost:${server.port}`,
      forwarded: 'host=a-one.localhost',
    };
    const { headers } = await server.get('/a/one/', forged);
    expect(headers['content-security-policy']).toMatch(/^sandbox/);
  });
});
