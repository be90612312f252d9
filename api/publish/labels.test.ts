import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appLabel, draftLabel } from './labels.ts';

const CLIENT_ID = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

describe('host labels', () => {
  it('are valid DNS labels and unique over 100,000 ids', () => {
    const owners = new Map<string, string>();
    fc.assert(
      fc.property(CLIENT_ID, (id) => {
        const label = appLabel(id);
        expect(label).toMatch(DNS_LABEL);
        expect(appLabel(id)).toBe(label);
        const owner = owners.get(label);
        if (owner !== undefined && owner !== id) throw new Error(`${owner} and ${id} share ${label}`);
        owners.set(label, id);
      }),
      { numRuns: 100_000 },
    );
  });

  it('tell apart ids that differ only in letter case', () => {
    const labels = ['ab1', 'aB1', 'Ab1', 'AB1'].map(appLabel);
    expect(new Set(labels.map((label) => label.toLowerCase())).size).toBe(4);
  });

  it.each([
    ['guestbook', 'a-guestbook'],
    ['a', 'a-a'],
    ['x--y', 'a-x--y'],
    ['-x', 'a--x'],
    ['x'.repeat(61), `a-${'x'.repeat(61)}`],
  ])('names %s plainly', (id, label) => expect(appLabel(id)).toBe(label));

  it.each(['x-', 'a_b', 'Ab', 'x'.repeat(62), '-'])('names %s by a hash', (id) =>
    expect(appLabel(id)).toMatch(/^h-[a-z2-7]{26}$/),
  );

  it('is the base32 of SHA-256, cut at 130 bits', () => {
    const digest = createHash('sha256').update('Ab').digest();
    const bits = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    const expected = Array.from({ length: 26 }, (_, i) =>
      'abcdefghijklmnopqrstuvwxyz234567'.charAt(Number.parseInt(bits.slice(i * 5, i * 5 + 5), 2)),
    ).join('');
    expect(appLabel('Ab')).toBe(`h-${expected}`);
  });

  it('never lets a name of one kind be a name of another', () => {
    fc.assert(
      fc.property(CLIENT_ID, CLIENT_ID, (id, token) => {
        expect(draftLabel(token)).toMatch(/^p-[a-z2-7]{26}$/);
        expect(appLabel(id)).not.toBe(draftLabel(token));
      }),
      { numRuns: 2_000 },
    );
  });
});
