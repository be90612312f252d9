import { describe, expect, it } from 'vitest';
import { COVER_COLUMNS, COVER_ROWS, coverOf } from './cover-pattern.ts';

describe('the cover of an app without a preview', () => {
  it('is always the same for the same id, and another for another', () => {
    expect(coverOf('abc')).toEqual(coverOf('abc'));
    expect(coverOf('abc')).not.toEqual(coverOf('abd'));
  });

  it('is never bare nor full, and stays inside its frame', () => {
    for (let index = 0; index < 500; index += 1) {
      const { tiles } = coverOf(`app${index}`);
      expect(tiles.length).toBeGreaterThan(8);
      expect(tiles.length).toBeLessThan(COVER_COLUMNS * COVER_ROWS);
      for (const { x, y } of tiles)
        expect(x < COVER_COLUMNS && y < COVER_ROWS && x >= 0 && y >= 0).toBe(true);
    }
  });

  it('uses many hues', () => {
    const hues = new Set(Array.from({ length: 200 }, (_, index) => coverOf(`app${index}`).hue));
    expect(hues.size).toBeGreaterThanOrEqual(8);
  });
});
