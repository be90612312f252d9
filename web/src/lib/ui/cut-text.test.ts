import { expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

it('leaves a short text and cuts a long one between characters', () => {
  expect(cutText('guestbook', 9)).toBe('guestbook');
  expect(cutText('a'.repeat(200), 40)).toBe(`${'a'.repeat(39)}…`);
  expect(cutText('one two', 5)).toBe('one…');
  expect(cutText('📚📚📚', 2)).toBe('📚…');
});
