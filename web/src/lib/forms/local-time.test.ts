import { expect, it } from 'vitest';
import { isoOf, localOf } from './local-time.ts';

it('gives a moment back as it was read, to the minute', () => {
  for (const iso of ['2026-01-31T23:05:00.000Z', '2026-07-01T00:00:00.000Z']) {
    expect(isoOf(localOf(iso))).toBe(iso);
  }
});

it('takes nothing and half a date as no moment', () => {
  expect([localOf(null), isoOf(''), isoOf('2026-')]).toEqual(['', null, null]);
});
