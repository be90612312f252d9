import { describe, expect, it } from 'vitest';
import { addressOf, placeOf } from './views.ts';

describe('places in the builder', () => {
  it('go into the address and come back', () => {
    const file = 'lib/ä b.js';
    for (const spot of [null, { path: file, line: 12, col: 1 }, { path: file, line: 1, col: 7 }]) {
      const place = { view: 'code', file, spot } as const;
      const address = addressOf('/build/d1', place);
      expect(placeOf(new URL(address, 'http://here.invalid').searchParams)).toEqual(place);
    }
  });

  it('are plain where nothing is chosen, and ignore what is no view', () => {
    expect(addressOf('/build/d1', { view: null, file: null, spot: null })).toBe('/build/d1');
    expect(addressOf('/build/d1', { view: 'preview', file: 'a.js', spot: null })).toBe(
      '/build/d1?view=preview',
    );
    expect(placeOf(new URLSearchParams('view=admin&file=a&line=x'))).toEqual({
      view: null,
      file: 'a',
      spot: null,
    });
  });
});
