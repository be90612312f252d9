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
          const expected = text.replaceAll(KEY, '*'.repeat(KEY.length));
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
