import { expect, it } from 'vitest';
import { formatSize } from './format-size.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [1449, '1.4 KB'],
  [12_345, '12 KB'],
  [999_499, '999 KB'],
  [999_600, '1 MB'],
  [24_000_000, '24 MB'],
  [5_000_000_000_000, '5,000 GB'],
])('%d bytes are %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});
