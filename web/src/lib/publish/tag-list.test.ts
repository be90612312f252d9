import { expect, it } from 'vitest';
import { TAG_CHARACTERS, tagsIn, tooLongTag } from './tag-list.ts';

it('reads tags and finds the one that is too long', () => {
  expect(tagsIn(' a, b c,,\nd ')).toEqual(['a', 'b c', 'd']);
  const long = 'x'.repeat(TAG_CHARACTERS + 1);
  expect(tooLongTag(['a', long])).toBe(long);
  expect(tooLongTag(['x'.repeat(TAG_CHARACTERS)])).toBeNull();
});
