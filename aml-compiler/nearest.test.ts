import { describe, expect, it } from 'vitest';
import { didYouMean, nearest } from './nearest.ts';

describe('nearest', () => {
  it.each([
    ['Strng', 'String'],
    ['string', 'String'],
    ['Stirng', 'String'],
    ['DateTme', 'DateTime'],
    ['int', 'Int'],
  ])('takes %s for %s', (typed, meant) =>
    expect(nearest(typed, ['Boolean', 'Int', 'String', 'DateTime', 'BigInt'])).toBe(meant),
  );

  it('guesses nothing that is far away', () => {
    expect(nearest('Customer', ['String', 'Int'])).toBeNull();
    expect(nearest('ab', ['xy'])).toBeNull();
    expect(nearest('x'.repeat(100_000), ['String'])).toBeNull();
  });

  it('prefers the nearest, and a fallback to a wild guess', () => {
    expect(nearest('posts', ['ports', 'posts2', 'Posts'])).toBe('Posts');
    expect(didYouMean('zzz', { start: 0, end: 3 }, ['String'], 'There is only String.')).toBe(
      'There is only String.',
    );
  });
});
