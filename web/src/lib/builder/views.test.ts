import { describe, expect, it } from 'vitest';
import { addressOf, placeOf } from './views.ts';

describe('places in the builder', () => {
  it('go into the address and come back', () => {
    const place = { view: 'code', file: 'lib/ä b.js' } as const;
    const address = addressOf('/build/d1', place);
    expect(placeOf(new URL(address, 'http://here.invalid').searchParams)).toEqual(place);
  });

  it('are plain where nothing is chosen, and ignore what is no view', () => {
    expect(addressOf('/build/d1', { view: null, file: null })).toBe('/build/d1');
    expect(addressOf('/build/d1', { view: 'preview', file: 'a.js' })).toBe('/build/d1?view=preview');
    expect(placeOf(new URLSearchParams('view=admin'))).toEqual({ view: null, file: null });
  });
});
