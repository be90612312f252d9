import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashFiles } from '../api/files/blobs.ts';
import { describeEachInstallation, type Installation, type Person } from './support/installation.ts';
import { startPublishServer } from './support/publish-server.ts';
import { RecordingPlane } from './support/recording-plane.ts';

/** Paths that somebody could try in order to leave an app's folder, to hide a file, or to stand in for ours. */
const HOSTILE: readonly string[] = [
  '',
  '/',
  '/etc/passwd',
  '//host/x',
  '.',
  '..',
  './x',
  '../x',
  'a/../b',
  'a/./b',
  'a/..',
  'a//b',
  'a/',
  'a\\b',
  '..\\x',
  'C:\\x',
  'a\0b',
  'a\nb',
  'a\rb',
  'a\tb',
  'a\u007fb',
  'e\u0301.txt',
  '\ud800.txt',
  '_data',
  '_data/x',
  '_DATA/query',
  '_graphql',
  '_Graphql/x',
  '_platform/capture.js',
  'x'.repeat(257),
  `${'é'.repeat(128)}x`,
];
/** Pairs that would be one file on some disks. */
const TWINS: readonly (readonly [string, string])[] = [
  ['App.js', 'app.js'],
  ['straße.txt', 'STRASSE.txt'],
  ['É.txt', 'é.txt'],
];
/** Odd, and allowed. */
const ODD = [
  'a b.txt',
  'a%20b.txt',
  '%2e%2e.txt',
  '%.txt',
  'a?b.txt',
  'a#b.txt',
  'a&b=c;d.txt',
  'a+b.txt',
  'a\'b"c.txt',
  '<script>.txt',
  '...',
  '.env',
  'a:b.txt',
  'こんにちは/👋🏽.txt',
  'constructor',
  '__proto__x',
  'data/_data',
  'x'.repeat(256),
];

const address = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

describeEachInstallation('paths of files', (get) => {
  let ada: Person;
  beforeAll(async () => {
    ada = await get().join('Ada');
  });
  const publish = (files: object): ReturnType<Installation['call']> =>
    get().call({
      method: 'POST',
      path: '/api/market',
      token: ada.token,
      body: { name: 'Paths', files: { 'index.html': '<p>', ...files } },
    });

  it('covers at least 25 hostile ones', () => expect(HOSTILE.length).toBeGreaterThanOrEqual(25));

  it.each(HOSTILE.map((path) => [JSON.stringify(path).slice(0, 40), path]))(
    '%s is refused',
    async (_, path) => {
      const { status, json } = await publish({ [path]: 'x' });
      expect([status, json.error.code]).toEqual([400, 'invalid_request']);
    },
  );

  it.each(TWINS)('%s beside %s is refused', async (one, other) => {
    expect((await publish({ [one]: 'x', [other]: 'y' })).status).toBe(400);
  });

  it('odd ones are served with what was stored', async () => {
    const { json, status } = await publish(Object.fromEntries(ODD.map((path) => [path, `I am ${path}`])));
    expect(status).toBe(201);
    for (const path of ODD) {
      const { text } = await get().visit({ path: `/a/${json.app.id}/${address(path)}` });
      expect([path, text]).toEqual([path, `I am ${path}`]);
    }
  });

  it('a file is only ever read by its own path', async () => {
    const { json } = await publish({ 'secret/key.txt': 'the key' });
    for (const path of [
      'x/..%2fsecret/key.txt',
      'x/%2e%2e/secret/key.txt',
      'secret%2fkey.txt',
      'secret%5ckey.txt',
      'secret//key.txt',
      '/secret/key.txt',
      'secret/key.txt%00',
      'SECRET/key.txt',
      'secret/key.txt/',
    ]) {
      const answer = await get().visit({ path: `/a/${json.app.id}/${path}` });
      expect([path, answer.text.includes('the key')]).toEqual([path, false]);
      expect([400, 404]).toContain(answer.status);
    }
  });
});

describe('what is stored is what is served', () => {
  const segment = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((text) => text.normalize('NFC').replaceAll('/', '-'));
  const path = fc
    .array(segment, { minLength: 1, maxLength: 4 })
    .map((segments) => segments.join('/'))
    .filter(isAccepted);
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 2_000 }),
    fc.constantFrom(
      '\ufeffmark',
      'a\r\nb\rc\n',
      ' ',
      '',
      'data:',
      'data:,',
      'data:;base64,!',
      'a\u2028b',
      '\ufffe',
    ),
  );
  const bytes = fc.uint8Array({ maxLength: 2_000 });

  it('for every accepted path and every text or bytes, in every encoding', async () => {
    const server = await startPublishServer(new RecordingPlane());
    const same = fc.asyncProperty(
      path,
      fc.oneof(text, bytes),
      fc.constantFrom('', 'br', 'gzip', 'zstd'),
      async (given, content, encoding) => {
        const isText = typeof content === 'string';
        // A text that is a data: URL is served decoded; those have a test of their own.
        fc.pre(
          !isText || (!/^data:[^,]*,/.test(content) && content.isWellFormed() && !content.includes('\0')),
        );
        // Every name is a plain file here: pages get the bridge.
        const name = `${given}.txt`;
        fc.pre(isAccepted(name));
        const stored = isText
          ? content
          : `data:application/x;base64,${Buffer.from(content).toString('base64')}`;
        server.sites.publish('one', { [name]: stored });
        const answer = await server.get(
          `/a/one/${address(name)}`,
          encoding ? { 'accept-encoding': encoding } : {},
        );
        expect(answer.status).toBe(200);
        const body = answer.headers['content-encoding'] ? decoded(answer.body, encoding) : answer.body;
        expect(body.equals(isText ? Buffer.from(content, 'utf8') : Buffer.from(content))).toBe(true);
      },
    );
    await fc.assert(same, { numRuns: 400 });
    await server.close();
  });
});

function isAccepted(path: string): boolean {
  try {
    hashFiles({ [path]: '' });
    return true;
  } catch {
    return false;
  }
}

function decoded(body: Buffer, encoding: string): Buffer {
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }[encoding];
  if (!unpack) throw new Error(`No such encoding: ${encoding}`);
  return unpack(body);
}
