import { describe, expect, it } from 'vitest';
import { mentionAt, mentionMatches, withMention } from './mention.ts';

describe('a mention', () => {
  it.each([
    ['@', { from: 0, query: '' }],
    ['Look at @sty', { from: 8, query: 'sty' }],
    ['(@lib/a.js', { from: 1, query: 'lib/a.js' }],
    ['ada@example.org', null],
    ['@style.css is', null],
    ['two @@', null],
  ])('is open at the end of %j or not', (text, mention) => {
    expect(mentionAt(text, text.length)).toEqual(mention);
  });

  it('is the one before the caret', () => {
    expect(mentionAt('@a and @b', 2)).toEqual({ from: 0, query: 'a' });
  });

  it('finds files by name, folder, part and letters, in that order', () => {
    const paths = ['index.html', 'lib/style.css', 'style.css', 'scripts/types.js', 'model.aml'];
    expect(mentionMatches(paths, 'st')).toEqual(['lib/style.css', 'style.css', 'scripts/types.js']);
    expect(mentionMatches(paths, 'LIB')).toEqual(['lib/style.css']);
    expect(mentionMatches(paths, 'zzz')).toEqual([]);
    expect(mentionMatches(paths, '')).toHaveLength(5);
  });

  it('is completed in place, with one space after it', () => {
    const text = 'Make @st smaller';
    expect(withMention(text, { from: 5, query: 'st' }, 'style.css')).toEqual({
      text: 'Make @style.css smaller',
      caret: 16,
    });
    expect(withMention('@', { from: 0, query: '' }, 'a.js')).toEqual({ text: '@a.js ', caret: 6 });
  });
});
