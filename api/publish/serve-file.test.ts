import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FILES,
  PIXEL,
  SCRIPT,
  startPublishFixture,
  type PublishFixture,
} from '../../test/support/publish-fixture.ts';
import { startPublishServer, type PublishServer } from '../../test/support/publish-server.ts';
import type { RecordingPlane } from '../../test/support/recording-plane.ts';

let fixture: PublishFixture;
let plane: RecordingPlane;
let server: PublishServer;
let own: PublishFixture['own'];

beforeAll(async () => {
  fixture = await startPublishFixture();
  ({ plane, server, own } = fixture);
});
afterAll(() => fixture.close());

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
