import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../files/file-body.ts';
import { packZip, unpackZip } from './zip-file.ts';

const RUNS = Number(process.env['ZIP_RUNS'] ?? 60);
const name = fc
  .stringMatching(/^[a-z0-9äж.-]{1,12}$/)
  .filter((one) => one !== '.' && one !== '..' && !one.includes('..'));
const path = fc
  .array(name, { minLength: 1, maxLength: 3 })
  .map((parts) => `f${parts.join('/')}`.normalize('NFC'));
const body = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .uint8Array({ maxLength: 300 })
    .map((bytes) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`),
  fc.constantFrom('a\r\nb\r\n', '\uFEFFa', 'data:text/plain,x', '\u0000'),
);

/** The served bytes of every file, which is what a round trip must keep. */
function served(files: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...files].map(([at, text]) => [at, Buffer.from(bytesOf(text)).toString('hex')]));
}

const refusal = (entries: Parameters<typeof zipSync>[0]): string => {
  try {
    unpackZip(zipSync(entries));
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('an archive of a draft', () => {
  it('gives back every byte that was packed', () => {
    fc.assert(
      fc.property(fc.dictionary(path, body, { minKeys: 1, maxKeys: 12 }), fc.string(), (record, model) => {
        const files = new Map(Object.entries(record));
        fc.pre(new Set([...files.keys()].map((one) => one.toUpperCase().toLowerCase())).size === files.size);
        fc.pre(![...files.keys()].some((one) => [...files.keys()].some((two) => two.startsWith(`${one}/`))));
        const aml = model.isWellFormed() ? model : '';
        const zip = packZip({ files, aml });
        const back = unpackZip(zip);
        expect(served(back.files)).toEqual(served(files));
        expect(back.aml ?? '').toBe(aml);
        expect(packZip({ files: back.files, aml: back.aml })).toEqual(zip);
      }),
      { numRuns: RUNS },
    );
  });

  it('takes off a folder around everything, and leaves out what systems add', () => {
    const zip = zipSync({
      'app/': new Uint8Array(),
      'app/index.html': strToU8('<p>'),
      'app/css/a.css': strToU8('a{}'),
      'app/model.aml': strToU8('model A {}'),
      'app/.DS_Store': strToU8('x'),
    });
    const { files, aml, leftOut } = unpackZip(zip);
    expect([...files.keys()]).toEqual(['index.html', 'css/a.css']);
    expect(aml).toBe('model A {}');
    expect(leftOut).toEqual(['app/.DS_Store']);
  });

  it('refuses paths that lead out of the app or that the server would refuse', () => {
    for (const bad of [
      '../evil.js',
      'a/../../evil.js',
      '/etc/passwd',
      'a\\b.js',
      '_data/x.js',
      `${'a'.repeat(257)}`,
    ])
      expect(refusal({ 'index.html': strToU8('x'), [bad]: strToU8('x') })).toMatch(/cannot be used/);
    expect(refusal({ 'a.js': strToU8('x'), 'A.js': strToU8('x') })).toMatch(/differ only in case/);
  });

  it('refuses what is too much before it unpacks it', () => {
    const zeros = new Uint8Array(11 * 1024 * 1024);
    expect(refusal({ 'a.txt': zeros })).toMatch(/10\.? ?MB|10 MB/);
    const nine = new Uint8Array(9 * 1024 * 1024);
    expect(refusal({ 'a.txt': nine, 'b.txt': nine, 'c.txt': nine })).toMatch(/together/);
    const many = Object.fromEntries(Array.from({ length: 2_002 }, (_, at) => [`${at}.txt`, strToU8('x')]));
    expect(refusal(many)).toMatch(/2,000 files/);
    expect(refusal({})).toMatch(/no files/);
  });

  it('refuses a damaged, cut, false or protected archive', () => {
    const zip = zipSync({ 'index.html': strToU8('hello '.repeat(100)) }, { level: 0 });
    const broken = zip.slice();
    broken[60] = (broken[60] ?? 0) ^ 1;
    expect(() => unpackZip(broken)).toThrow(/damaged/);
    expect(() => unpackZip(zip.slice(0, -30))).toThrow(/no zip/);
    expect(() => unpackZip(strToU8('hello'))).toThrow(/no zip/);
    // A bomb that claims to be small gets the room it claims, and its check sum gives it away.
    const bomb = zipSync({ 'a.txt': new Uint8Array(5 * 1024 * 1024) });
    const view = new DataView(bomb.buffer);
    for (let at = 0; at < bomb.length - 4; at += 1)
      if (view.getUint32(at, true) === 5 * 1024 * 1024) view.setUint32(at, 10, true);
    expect(() => unpackZip(bomb)).toThrow(/damaged/);
    const directory = zip.lastIndexOf(0x50, zip.length - 23);
    const secret = zip.slice();
    for (let at = directory; at > 0; at -= 1)
      if (new DataView(secret.buffer).getUint32(at, true) === 0x02014b50) {
        secret[at + 8] = 1;
        break;
      }
    expect(() => unpackZip(secret)).toThrow(/password/);
  });
});
