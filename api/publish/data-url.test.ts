import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDataUrl } from './data-url.ts';

describe('data: URLs', () => {
  it.each([
    ['data:text/plain;base64,aGk=', 'hi'],
    ['data:text/plain;base64,aGk', 'hi'],
    ['data:text/plain;base64,aGk%3D', 'hi'],
    ['data:text/plain;charset=utf-8;base64,aGk=', 'hi'],
    ['DATA:text/plain;BASE64,aGk=', 'hi'],
    ['data:;base64,aGk=', 'hi'],
    ['data:,a%20b', 'a b'],
    ['data:text/plain,a%2', 'a%2'],
    ['data:text/plain,100%', '100%'],
    ['data:text/plain,caf%C3%A9 é', 'café é'],
    [
      'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['data:text/plain,', ''],
  ])('%s', (url, text) => expect(decodeDataUrl(url)?.bytes.toString('utf8')).toBe(text));

  it.each([
    'body { color: red }',
    'data: 1,2,3',
    'data\n1,2',
    'data:text',
    'database:,',
    'data:image/png;base64,not base64!',
    'data:image/png;base64,aGkaG',
    'data:image/png;base64,aGk==',
    ' data:,x',
  ])('%s is text', (text) => expect(decodeDataUrl(text)).toBeNull());

  it('reads the charset', () => {
    expect(decodeDataUrl('data:text/html;charset=shift_jis,x')?.charset).toBe('shift_jis');
    expect(decodeDataUrl('data:text/html,x')?.charset).toBeNull();
  });

  it('gives any bytes back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (array) => {
        const bytes = Buffer.from(array);
        const packed = decodeDataUrl(`data:application/octet-stream;base64,${bytes.toString('base64')}`);
        expect(packed?.bytes.equals(bytes)).toBe(true);
        const escaped = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
        expect(decodeDataUrl(`data:application/octet-stream,${escaped}`)?.bytes.equals(bytes)).toBe(true);
      }),
    );
  });
});
