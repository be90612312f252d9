import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createScrubber, scrubText } from './scrub.ts';

const KEY = 'sk-ab/sk-abc+0123456789';

describe('the scrubber', () => {
  it('blots a secret out wherever a stream is cut, and changes no other byte', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constant(KEY), fc.constant(KEY.slice(0, 9)), fc.constant('sk-')), {
          maxLength: 12,
        }),
        fc.array(fc.nat(30), { maxLength: 40 }),
        (parts, cuts) => {
          const text = parts.join('');
          const blotted = text.replaceAll(KEY, '*'.repeat(KEY.length));
          const isCut = blotted.endsWith(KEY.slice(0, 9));
          const expected = isCut ? blotted.slice(0, -9) + '*'.repeat(9) : blotted;
          expect(pour(text, cuts, [KEY])).toBe(expected);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('finds a secret as JSON and addresses spell it, and several secrets at once', () => {
    expect(scrubText(`{"k":"${KEY.replaceAll('/', '\\/')}"}`, [KEY])).not.toContain('0123456789');
    expect(scrubText(`?key=${encodeURIComponent(KEY)}&x`, [KEY])).not.toContain('0123456789');
    expect(scrubText('first-key-1 and second-key-2', ['first-key-1', 'second-key-2'])).toBe(
      '*********** and ************',
    );
  });

  it('finds a secret in hexadecimal, and in the base64 of whatever it stands in', () => {
    for (const before of ['', 'a', 'ab', 'Authorization: Bearer ', '{"k":"ü']) {
      for (const after of ['', 'z', 'zz', '"}']) {
        const bytes = Buffer.from(before + KEY + after);
        for (const text of [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')]) {
          const clean = scrubText(`x ${text} y`, [KEY]);
          expect(clean).not.toContain(text);
          const left = clean.replaceAll('*', '').length;
          expect(left, text).toBeLessThan(text.length - KEY.length + 8);
        }
      }
    }
  });

  it('lets no long beginning of a secret out where an answer is cut off', () => {
    expect(scrubText(`x ${KEY.slice(0, -1)}`, [KEY])).toBe(`x ${'*'.repeat(KEY.length - 1)}`);
    expect(scrubText(`x ${KEY.slice(0, 7)}`, [KEY])).toBe(`x ${KEY.slice(0, 7)}`);
  });

  it('holds nothing back that cannot be the beginning of a secret', () => {
    const scrubber = createScrubber([KEY]);
    expect(Buffer.from(scrubber.push(Buffer.from('data: hello\n\n'))).toString()).toBe('data: hello\n\n');
    expect(Buffer.from(scrubber.push(Buffer.from('data: sk-a'))).toString()).toBe('data: ');
    expect(Buffer.from(scrubber.push(Buffer.from('pple'))).toString()).toBe('sk-apple');
    expect(scrubber.flush().byteLength).toBe(0);
  });
});

function pour(text: string, cuts: readonly number[], secrets: readonly string[]): string {
  const scrubber = createScrubber(secrets);
  const bytes = Buffer.from(text);
  const out: Uint8Array[] = [];
  let at = 0;
  for (const length of cuts) {
    out.push(scrubber.push(bytes.subarray(at, at + length)));
    at += length;
  }
  out.push(scrubber.push(bytes.subarray(Math.min(at, bytes.length))), scrubber.flush());
  return Buffer.concat(out).toString();
}
