import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Mara Lindqvist', 'ML'],
  ['jun', 'J'],
  ['  Ana  María  Cruz ', 'AC'],
  ['mara.lindqvist', 'ML'],
  ['ليلى حداد', 'لح'],
  ['नमस्ते', 'न'],
  ['👩‍👩‍👧 Family', 'F'],
  ['...', '?'],
  ['', '?'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
