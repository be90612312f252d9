import { describe, expect, it } from 'vitest';
import { imageTypeOf } from './image-intake.ts';

const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'number' ? [part] : [...Buffer.from(part, 'latin1')])),
  );

describe('the type of a picture', () => {
  it.each([
    [bytes(0x89, 'PNG\r\n', 0x1a, '\n', 0, 0), 'image/png'],
    [bytes(0xff, 0xd8, 0xff, 0xe0), 'image/jpeg'],
    [bytes('GIF89a'), 'image/gif'],
    [bytes('RIFF', 1, 2, 3, 4, 'WEBPVP8 '), 'image/webp'],
    [bytes('RIFF', 1, 2, 3, 4, 'WAVEfmt '), null],
    [bytes('<svg xmlns='), null],
    [bytes('%PDF-1.7'), null],
    [bytes(), null],
  ])('is read from its bytes', (head, type) => {
    expect(imageTypeOf(head)).toBe(type);
  });
});
