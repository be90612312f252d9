import { decodeDataUrl } from '@platform/api/publish/data-url.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, isText, storedFrom } from './file-body.ts';

const bytes = fc.uint8Array({ maxLength: 200 });
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .tuple(
      fc.constantFrom(
        'data:',
        'DATA:text/plain',
        'data:;base64',
        'data:image/png;base64',
        'data:text/plain;a="b"',
      ),
      fc.constantFrom(',', ',SGk=', ',SGk', ',SGk%3D', ',S', ', SG k=', ',a%20b%zz', '', ',-_+/'),
    )
    .map(([head, rest]) => head + rest),
);

describe('file bodies', () => {
  it('gives back the bytes that were put in, text or not', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        expect(bytesOf(storedFrom(given, 'a.bin'))).toEqual(new Uint8Array(given));
      }),
    );
  });

  it('keeps text that looks like a data URL, marks of byte order and line ends', () => {
    for (const text of ['data:text/plain,hi', '\uFEFFa\r\nb', 'data:;base64,SGk=', '']) {
      const given = new TextEncoder().encode(text);
      expect(bytesOf(storedFrom(given, 'a.txt'))).toEqual(given);
    }
    expect(storedFrom(new TextEncoder().encode('a\r\nb'), 'a.txt')).toBe('a\r\nb');
  });

  it('reads a stored file as the server serves it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const served = decodeDataUrl(text);
        expect(isText(text)).toBe(served === null);
        if (served !== null) expect([...bytesOf(text)]).toEqual([...served.bytes]);
      }),
      { numRuns: 500 },
    );
  });
});
