import { expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

it.each([
  ['password1', true],
  ['LIVERPOOL1', true],
  ['gatsby123', false],
  ['trustno1', true],
  ['ferrari1', true],
  ['zzzzzzzzzzzz', true],
  ['ada@example.org', true],
  ['correct horse battery', false],
])('knows whether %s is among the first guesses', (password, common) => {
  expect(isCommonPassword(password, 'Ada@example.org')).toBe(common);
});

it('knows the name before the @ of an address, and no part of a longer sentence', () => {
  expect(isCommonPassword('ada.lovelace', 'ada.lovelace@example.org')).toBe(true);
  expect(isCommonPassword('ada.lovelace writes', 'ada.lovelace@example.org')).toBe(false);
});
