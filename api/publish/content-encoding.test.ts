import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseEncoding, compress } from './content-encoding.ts';
import { entityTag, matchingTag, tagKey } from './entity-tag.ts';

describe('the encoding of a body', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['zstd, gzip', 'zstd'],
    ['gzip;q=0.2, zstd;q=0.3, br;q=0.1', 'zstd'],
    ['*', 'br'],
    ['*;q=0', null],
    ['identity', null],
    ['deflate', null],
    ['br;q=oops', null],
    ['', null],
    [undefined, null],
  ])('for %s', (accept, expected) => expect(chooseEncoding(accept, 10_000)).toBe(expected));

  it.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, br', 'br'],
    ['zstd;q=0.5, br', 'br'],
  ])('of a large body for %s', (accept, expected) => expect(chooseEncoding(accept, 100_000)).toBe(expected));

  it('is none for a few bytes', () => expect(chooseEncoding('br', 100)).toBeNull());

  it.each([1_000, 200_000])('gives %d bytes back', async (size) => {
    const bytes = Buffer.from('let x = 1;\n'.repeat(size / 10));
    expect(brotliDecompressSync(await compress(bytes, 'br')).equals(bytes)).toBe(true);
    expect(gunzipSync(await compress(bytes, 'gzip')).equals(bytes)).toBe(true);
    expect(zstdDecompressSync(await compress(bytes, 'zstd')).equals(bytes)).toBe(true);
  });
});

describe('entity tags', () => {
  it('differ by encoding and match in any', () => {
    expect(entityTag('k', null)).toBe('"k"');
    expect(entityTag('k', 'br')).toBe('"k-br"');
    expect(matchingTag('"k-br"', 'k')).toBe('"k-br"');
    expect(matchingTag('"k-zstd"', 'k')).toBe('"k-zstd"');
    expect(matchingTag('W/"k"', 'k')).toBe('"k"');
    expect(matchingTag('"x", "k-gzip"', 'k')).toBe('"k-gzip"');
    expect(matchingTag('*', 'k')).toBe('"k"');
    expect(matchingTag('"x", "kk", k', 'k')).toBeNull();
    expect(matchingTag(undefined, 'k')).toBeNull();
  });

  it('change with the policy of a document, and are the content hash of other files', () => {
    expect(tagKey('k', {})).toBe('k');
    const policies = ['sandbox', "frame-ancestors 'self'"].map((policy) =>
      tagKey('k', { 'content-security-policy': policy }),
    );
    expect(new Set([...policies, 'k']).size).toBe(3);
  });
});
