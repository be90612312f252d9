import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DOCUMENT,
  NEVER,
  PAGE,
  startPublishFixture,
  type PublishFixture,
} from '../../test/support/publish-fixture.ts';
import type { PublishServer } from '../../test/support/publish-server.ts';

let fixture: PublishFixture;
let server: PublishServer;
let sandbox: PublishServer;
let own: PublishFixture['own'];

beforeAll(async () => {
  fixture = await startPublishFixture();
  ({ server, sandbox, own } = fixture);
});
afterAll(() => fixture.close());

const SANDBOX =
  'sandbox allow-scripts allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock';

it.each([
  ['an app’s own host', () => own],
  ['the shared host', () => ({ host: 'localhost' })],
])('asked for an icon, %s has none and says so without a complaint', async (_, headers) => {
  const answer = await server.get('/favicon.ico', headers());
  expect([answer.status, answer.text, answer.headers['x-content-type-options']]).toEqual([
    204,
    '',
    'nosniff',
  ]);
  expect((await server.get('/favicon.ico', { host: 'elsewhere.example' })).status).toBe(404);
});

describe('documents', () => {
  it('on their own host have exactly these headers', async () => {
    const { status, headers, text } = await server.get('/a/one/', { ...own, ...DOCUMENT });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "object-src 'none'; base-uri 'self'; frame-ancestors 'self' http://localhost:4000",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'origin-agent-cluster': '?1',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'cross-origin',
      'permissions-policy':
        'payment=(), usb=(), serial=(), hid=(), midi=(), browsing-topics=(), camera=(self), microphone=(self), geolocation=(self)',
      'cache-control': 'no-cache',
    });
    expect(headers['vary']).toContain('Sec-Fetch-Dest');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(text.replace(/<script>.*?<\/script>/, '')).toBe(PAGE);
    expect(text).not.toContain('reportTo');
    expect(text).toMatch(/^<!doctype html>\n<script>.*"appId":"one","basePath":"\/a\/one\/"/);
  });

  it.each([
    ['without Sec-Fetch-Dest', {}],
    ['fetched by a script', { 'sec-fetch-dest': 'empty' }],
    ['by address', { host: '127.0.0.1:1' }],
  ])('on the shared host are sandboxed (%s)', async (_, headers) => {
    const answer = await server.get('/a/one/', headers);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-security-policy']).toBe(`${SANDBOX}; object-src 'none'; base-uri 'self'`);
    expect(answer.headers['permissions-policy']).toContain('camera=(), microphone=(), geolocation=()');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('are sent to their own host when a browser navigates', async () => {
    for (const dest of ['document', 'iframe', 'frame', 'embed', 'object']) {
      const { status, headers } = await server.get('/a/one/x/?q=a%20b', { 'sec-fetch-dest': dest });
      expect(status).toBe(307);
      expect(headers).toMatchObject({
        location: `http://a-one.localhost:${server.port}/a/one/x/?q=a%20b`,
        'cache-control': 'no-store',
        vary: 'Sec-Fetch-Dest',
      });
    }
    const hashed = await server.get('/a/Two/', DOCUMENT);
    expect(hashed.headers['location']).toMatch(/^http:\/\/h-[a-z2-7]{26}\.localhost:\d+\/a\/Two\/$/);
  });

  it('stay on the shared host in sandbox mode', async () => {
    const { status, headers } = await sandbox.get('/a/one/', DOCUMENT);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/^sandbox allow-scripts (?!.*allow-same-origin)/);
    expect((await sandbox.get('/a/one/', { host: `a-one.localhost:${sandbox.port}` })).status).toBe(404);
  });

  it('of a preview bring the reporter, and their own host', async () => {
    const { headers } = await server.get('/p/tok/3/', DOCUMENT);
    const host = new URL(headers['location'] ?? '').host;
    expect(host).toMatch(/^p-[a-z2-7]{26}\.localhost/);
    const page = await server.get('/p/tok/3/', { host, ...DOCUMENT });
    expect(page.text).toContain('"appId":"draft1","basePath":"/p/tok/3/","reportTo":"http://localhost:4000"');
    expect(page.headers['content-security-policy']).toContain('frame-ancestors');
    expect((await server.get('/p/tok/4/')).status).toBe(404);
    expect((await server.get('/p/tok/4/', { ...own })).status).toBe(404);
  });
});

describe('folders and missing paths', () => {
  it.each([
    ['/a/one', '/a/one/'],
    ['/a/one?q=1', '/a/one/?q=1'],
    ['/a/one/docs?q=1', '/a/one/docs/?q=1'],
    ['/p/tok/3', '/p/tok/3/'],
  ])('%s goes to %s', async (path, location) => {
    const { status, headers } = await server.get(path);
    expect(status).toBe(308);
    expect(headers['location']).toBe(location);
  });

  it('keeps history routing alive', async () => {
    const page = await server.get('/a/one/about/me', { ...own, ...DOCUMENT });
    expect(page.status).toBe(200);
    expect(page.text).toContain('One');
    expect(page.text).toContain('"basePath":"/a/one/"');
    const lost = await server.get('/a/Two/about', { accept: 'text/html' });
    expect(lost.status).toBe(404);
    expect(lost.text).toContain('Lost');
    expect(lost.text).toContain('"appId":"Two"');
    expect((await server.get('/a/one/about', { ...own, 'sec-fetch-dest': 'empty' })).status).toBe(404);
    expect((await server.get('/a/one/gone.js', { ...own, ...DOCUMENT })).status).toBe(404);
  });

  it('answers programs in the envelope and people with a page that runs nothing', async () => {
    const program = await server.get('/a/nobody/');
    expect(program.status).toBe(404);
    expect(program.json).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(program.headers['access-control-allow-origin']).toBe('*');
    const person = await server.get('/nowhere', DOCUMENT);
    expect(person.status).toBe(404);
    expect(person.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(person.headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/);
    expect(person.text).not.toContain('<script');
  });

  it('shows a person the way back to the app, and a program which path is missing', async () => {
    const person = await server.get('/a/one/docs/non%3Ce.html', { ...own, ...DOCUMENT });
    expect(person.status).toBe(404);
    expect(person.text).toContain('“The app one” has nothing at “docs/non&lt;e.html”.');
    expect(person.text).toContain('<a href="/a/one/">Go to the start of “The app one”</a>');
    const program = await server.get('/a/one/APP.js');
    expect(program.json).toMatchObject({
      error: { message: '“The app one” has nothing at “APP.js”. There is “app.js”: capital letters count.' },
    });
    expect((await server.get('/a/nobody/x.html', DOCUMENT)).text).not.toContain('<a ');
  });

  it('says that a removed app is gone, everywhere, and takes its storage along', async () => {
    const page = await server.get('/a/past/', { host: `a-past.localhost:${server.port}`, ...DOCUMENT });
    expect(page.status).toBe(410);
    expect(page.headers['clear-site-data']).toBe('"cache", "storage"');
    expect((await server.get('/a/past/app.js')).json).toMatchObject({ error: { code: 'not_found' } });
    const data = await server.get('/a/past/_data');
    expect(data.status).toBe(410);
    expect(data.headers['clear-site-data']).toBe('"cache", "storage"');
    expect(data.headers['access-control-allow-origin']).toBe(`http://a-past.localhost:${server.port}`);
  });

  it('knows no other methods for files', async () => {
    const { status, headers } = await server.get('/a/one/app.js', {}, 'POST', 'x');
    expect(status).toBe(405);
    expect(headers['allow']).toBe('GET, HEAD, OPTIONS');
  });
});

describe('what never happens', () => {
  it('gives no script to a service worker, on any host', async () => {
    for (const host of [`localhost:${server.port}`, `a-one.localhost:${server.port}`, 'evil.example']) {
      const { status } = await server.get('/a/one/app.js', { host, 'service-worker': 'script' });
      expect(status).toBe(403);
    }
  });

  it('sets no cookie, allows no credentials, widens no service worker, and junk cookies change nothing', async () => {
    const junk = { cookie: `a=${'x'.repeat(8_000)}` };
    for (const path of [
      '/a/one/',
      '/a/one/app.js',
      '/a/one/_data',
      '/a/past/',
      '/a/one',
      '/healthz',
      '/x',
      '/p/tok/3/',
    ]) {
      for (const more of [{}, DOCUMENT]) {
        const clean = await server.get(path, more);
        const dirty = await server.get(path, { ...more, ...junk });
        for (const name of NEVER) expect(clean.headers[name]).toBeUndefined();
        expect({ ...dirty.headers, date: '' }).toEqual({ ...clean.headers, date: '' });
        expect(dirty.body.equals(clean.body)).toBe(true);
        expect(clean.headers['x-content-type-options']).toBe('nosniff');
      }
    }
  });
});
