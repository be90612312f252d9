import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPublishServer, type PublishServer } from '../../test/support/publish-server.ts';
import { RecordingPlane } from '../../test/support/recording-plane.ts';
import { ApiError } from '../errors.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PAGE = '<!doctype html>\n<html><head><title>One</title></head><body>One</body></html>';
const SCRIPT = `export const text = ${JSON.stringify('x'.repeat(3_000))};\n`;
const FILES = {
  'index.html': PAGE,
  'docs/index.html': '<p>Docs',
  'app.js': SCRIPT,
  'small.json': '{"a":1}',
  'pixel.png': `data:image/png;base64,${PIXEL}`,
  'clip.mp4': `data:video/mp4;base64,${Buffer.from('0123456789').toString('base64')}`,
  'art.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'feed.xml': '<feed/>',
  'paper.pdf': 'data:application/pdf;base64,JVBERi0=',
  'tool.exe': 'MZ',
  'old.html': 'data:text/html;charset=windows-1252;base64,PHA+6Q==',
  'notes/a b é.txt': 'hello',
};

const plane = new RecordingPlane();
let server: PublishServer;
let sandbox: PublishServer;
let own: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startPublishServer(plane);
  sandbox = await startPublishServer(plane, 'sandbox');
  for (const { sites } of [server, sandbox]) {
    sites.publish('one', FILES, 'model M { t String }');
    sites.publish('Two', { 'index.html': PAGE, '404.html': '<p>Lost' });
    sites.remove('past');
    sites.saveDraft('tok', 3, 'draft1', FILES, 'model D { t String }');
  }
  own = { host: `a-one.localhost:${server.port}` };
});
afterAll(() => Promise.all([server.close(), sandbox.close()]));

const DOCUMENT = { 'sec-fetch-dest': 'document', accept: 'text/html' };
const NEVER = ['set-cookie', 'service-worker-allowed', 'access-control-allow-credentials'];
const SANDBOX =
  'sandbox allow-scripts allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock';

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
        'payment=(), usb=(), serial=(), hid=(), bluetooth=(), midi=(), browsing-topics=(), camera=(self), microphone=(self), geolocation=(self)',
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

describe('sub-resources', () => {
  it('have their type and may be loaded from anywhere', async () => {
    const { headers, text } = await server.get('/a/one/app.js');
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(text).toBe(SCRIPT);
  });

  it.each([
    ['art.svg', 'image/svg+xml; charset=utf-8'],
    ['feed.xml', 'application/xml; charset=utf-8'],
    ['paper.pdf', 'application/pdf'],
  ])('%s can run nothing on the shared host', async (file, type) => {
    const shared = await server.get(`/a/one/${file}`);
    expect(shared.headers['content-type']).toBe(type);
    expect(shared.headers['content-security-policy']).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    );
    expect((await server.get(`/a/one/${file}`, own)).headers['content-security-policy']).not.toContain(
      'sandbox',
    );
  });

  it('are decoded from data: URLs', async () => {
    const { headers, body } = await server.get('/a/one/pixel.png');
    expect(headers['content-type']).toBe('image/png');
    expect(body.equals(Buffer.from(PIXEL, 'base64'))).toBe(true);
    const old = await server.get('/a/one/old.html');
    expect(old.headers['content-type']).toBe('text/html; charset=windows-1252');
    expect(old.body.subarray(-4).equals(Buffer.from('<p>\xe9', 'latin1'))).toBe(true);
  });

  it('of unknown type are downloads', async () => {
    const { headers } = await server.get('/a/one/tool.exe');
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
    });
  });

  it('are found under decoded names', async () => {
    expect((await server.get('/a/one/notes/a%20b%20%C3%A9.txt')).text).toBe('hello');
    expect((await server.get('/a/one/notes/a%20b%20e%CC%81.txt')).text).toBe('hello');
  });

  it('answer a preflight', async () => {
    const { status, headers } = await server.get('/a/one/app.js', { origin: 'null' }, 'OPTIONS');
    expect(status).toBe(204);
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', allow: 'GET, HEAD, OPTIONS' });
  });
});

describe('validation, ranges, encodings', () => {
  it.each(['/a/one/', '/a/one/app.js', '/a/one/pixel.png', '/a/one/art.svg'])(
    '%s answers 304',
    async (path) => {
      const first = await server.get(path);
      const etag = first.headers['etag'] ?? '';
      expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
      const again = await server.get(path, { 'if-none-match': etag });
      expect(again.status).toBe(304);
      expect(again.body.length).toBe(0);
      expect(again.headers['etag']).toBe(etag);
      expect(again.headers['content-type']).toBeUndefined();
      expect((await server.get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    },
  );

  it('tells pages of different apps and policies apart', async () => {
    const tags = await Promise.all([
      server.get('/a/one/'),
      server.get('/a/one/', own),
      server.get('/a/Two/'),
      server.get('/p/tok/3/'),
    ]);
    expect(new Set(tags.map(({ headers }) => headers['etag'])).size).toBe(4);
  });

  it('answers HEAD like GET without a body', async () => {
    for (const path of ['/a/one/', '/a/one/app.js', '/a/one/none.js', '/healthz']) {
      const get = await server.get(path);
      const head = await server.get(path, {}, 'HEAD');
      expect(head.status).toBe(get.status);
      expect(head.body.length).toBe(0);
      const { date: _, ...rest } = get.headers;
      expect(head.headers).toMatchObject(rest);
    }
  });

  it('sends a byte range of the plain bytes', async () => {
    const range = (value: string, more = {}): ReturnType<PublishServer['get']> =>
      server.get('/a/one/clip.mp4', { range: value, ...more });
    const part = await range('bytes=2-4');
    expect(part).toMatchObject({ status: 206, text: '234' });
    expect(part.headers).toMatchObject({
      'content-range': 'bytes 2-4/10',
      'content-length': '3',
      'accept-ranges': 'bytes',
      'content-type': 'video/mp4',
    });
    expect(await range('bytes=-2')).toMatchObject({ status: 206, text: '89' });
    const beyond = await range('bytes=10-');
    expect(beyond.status).toBe(416);
    expect(beyond.headers['content-range']).toBe('bytes */10');
    expect(await range('bytes=2-4', { 'if-range': '"old"' })).toMatchObject({
      status: 200,
      text: '0123456789',
    });
    const etag = part.headers['etag'] ?? '';
    expect(await range('bytes=2-4', { 'if-range': etag })).toMatchObject({ status: 206, text: '234' });
    const script = await server.get('/a/one/app.js', { range: 'bytes=0-5', 'accept-encoding': 'br' });
    expect(script).toMatchObject({ status: 206, text: 'export' });
    expect(script.headers['content-encoding']).toBeUndefined();
  });

  it('compresses text once and tells the encodings apart', async () => {
    const plain = await server.get('/a/one/app.js');
    const br = await server.get('/a/one/app.js', { 'accept-encoding': 'gzip, br' });
    const zip = await server.get('/a/one/app.js', { 'accept-encoding': 'gzip' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.body).toString()).toBe(SCRIPT);
    expect(gunzipSync(zip.body).toString()).toBe(SCRIPT);
    expect(new Set([plain, br, zip].map(({ headers }) => headers['etag'])).size).toBe(3);
    expect(br.headers['vary']).toContain('Accept-Encoding');
    const held = { 'if-none-match': br.headers['etag'] ?? '' };
    expect((await server.get('/a/one/app.js', { ...held, 'accept-encoding': 'br' })).status).toBe(304);
    expect(
      (await server.get('/a/one/pixel.png', { 'accept-encoding': 'br' })).headers['content-encoding'],
    ).toBeUndefined();
  });

  it('reads a body once for many that ask together', async () => {
    const other = await startPublishServer(plane);
    other.sites.publish('one', FILES);
    const answers = await Promise.all(Array.from({ length: 20 }, () => other.get('/a/one/app.js')));
    expect(answers.every(({ text }) => text === SCRIPT)).toBe(true);
    expect(other.sites.reads).toBe(1);
    await other.close();
  });

  it('shows a republished app at once', async () => {
    const path = '/a/fresh/app.js';
    server.sites.publish('fresh', { 'index.html': '', 'app.js': '1' });
    const etag = (await server.get(path)).headers['etag'] ?? '';
    server.sites.publish('fresh', { 'index.html': '', 'app.js': '2' });
    expect(await server.get(path, { 'if-none-match': etag })).toMatchObject({ status: 200, text: '2' });
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

  it('says that a removed app is gone, everywhere, and takes its storage along', async () => {
    const page = await server.get('/a/past/', { host: `a-past.localhost:${server.port}`, ...DOCUMENT });
    expect(page.status).toBe(410);
    expect(page.headers['clear-site-data']).toBe('"storage"');
    expect((await server.get('/a/past/app.js')).json).toMatchObject({ error: { code: 'gone' } });
    const data = await server.get('/a/past/_data');
    expect(data.status).toBe(410);
    expect(data.headers['access-control-allow-origin']).toBe(`http://a-past.localhost:${server.port}`);
  });

  it('knows no other methods for files', async () => {
    const { status, headers } = await server.get('/a/one/app.js', {}, 'POST', 'x');
    expect(status).toBe(405);
    expect(headers['allow']).toBe('GET, HEAD, OPTIONS');
  });
});

describe('the bridge routes', () => {
  it('ask the data plane as a visitor, in the space of the address', async () => {
    plane.calls.length = 0;
    const json = { 'content-type': 'application/json' };
    await server.get('/a/one/_data?entity=M', json, 'POST', '{"t":"ü"}');
    await server.get('/a/one/_data/query', { ...own, ...json }, 'POST', '{}');
    await server.get('/p/tok/3/_graphql', json, 'POST', '{"query":"{x}"}');
    expect(plane.calls).toMatchObject([
      {
        space: { id: 'one', aml: 'model M { t String }' },
        route: '_data',
        caller: 'anyone',
        body: '{"t":"ü"}',
      },
      { space: { id: 'one' }, route: '_data/query', body: '{}' },
      { space: { id: 'draft1', aml: 'model D { t String }' }, route: '_graphql' },
    ]);
    expect(new URL(plane.calls[0]?.url ?? '').search).toBe('?entity=M');
  });

  it('open to the own origin on sub-hosts, to any in sandbox mode', async () => {
    const expected = {
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '600',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    };
    const ownOrigin = `http://a-one.localhost:${server.port}`;
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await server.get('/a/one/_data', { origin: 'http://evil.example' }, method);
      expect(headers).toMatchObject({ ...expected, 'access-control-allow-origin': ownOrigin });
      const open = await sandbox.get('/a/one/_data', { origin: 'null' }, method);
      expect(open.headers).toMatchObject({ ...expected, 'access-control-allow-origin': '*' });
    }
    expect((await server.get('/a/one/_data', {}, 'OPTIONS')).status).toBe(204);
  });

  it('let an opaque page in only from browsers that could not take the redirect', async () => {
    const old = await server.get('/a/one/_data', { origin: 'null' });
    expect(old.headers['access-control-allow-origin']).toBe('*');
    const modern = await server.get('/a/one/_data', { origin: 'null', 'sec-fetch-site': 'cross-site' });
    expect(modern.headers['access-control-allow-origin']).toBe(`http://a-one.localhost:${server.port}`);
  });

  it('pass on no cookie and no foreign CORS', async () => {
    plane.answer = () =>
      Response.json(
        { ok: true },
        {
          status: 201,
          headers: {
            'set-cookie': 'a=b',
            'access-control-allow-credentials': 'true',
            'access-control-allow-origin': 'http://evil.example',
            'x-mine': '1',
          },
        },
      );
    const { status, headers } = await server.get('/a/one/_data');
    plane.answer = () => Response.json({ ok: true });
    expect(status).toBe(201);
    for (const name of NEVER) expect(headers[name]).toBeUndefined();
    expect(headers['access-control-allow-origin']).not.toContain('evil');
    expect(headers['x-mine']).toBe('1');
  });

  it('keep their headers when the data plane fails, and hide what broke', async () => {
    plane.answer = () => {
      throw new ApiError('invalid_record', 'Not stored.', { diagnostics: [{ code: 'x', message: 'y' }] });
    };
    const known = await sandbox.get('/a/one/_data');
    plane.answer = () => {
      throw new Error('SELECT secret');
    };
    const unknown = await sandbox.get('/a/one/_data');
    plane.answer = () => Response.json({ ok: true });
    expect(known.status).toBe(422);
    expect(known.json).toMatchObject({ error: { code: 'invalid_record' }, diagnostics: [{ code: 'x' }] });
    expect(unknown.status).toBe(500);
    expect(unknown.text).not.toContain('SELECT');
    for (const { headers } of [known, unknown]) expect(headers['access-control-allow-origin']).toBe('*');
  });
});

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
