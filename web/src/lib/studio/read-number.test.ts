import { expect, it } from 'vitest';
import { readNumber } from './read-number.ts';

it.each([
  ['', null],
  ['  ', null],
  ['-', '-'],
  ['-5', -5],
  ['1.', 1],
  ['.5', 0.5],
  ['2e3', 2000],
  ['2e', '2e'],
  ['1e999', '1e999'],
  ['0x10', '0x10'],
  ['1,5', '1,5'],
  ['ten', 'ten'],
])('%j is read as %j', (typed, read) => {
  expect(readNumber(typed)).toBe(read);
});
