import { describe, expect, it } from 'vitest';
import { ShortcutReader } from './shortcuts.ts';

function type(keys: string, gap = 100): (string | null)[] {
  const reader = new ShortcutReader();
  return [...keys].map((key, index) => reader.read(key, 10_000 + index * gap));
}

describe('shortcuts', () => {
  it('knows single keys', () => {
    expect(type('/')).toEqual(['search']);
    expect(type('?')).toEqual(['help']);
  });

  it('knows keys pressed one after the other', () => {
    expect(type('gm')).toEqual([null, 'market']);
    expect(type('gb')).toEqual([null, 'build']);
    expect(type('gmgb')).toEqual([null, 'market', null, 'build']);
  });

  it('forgets a key that stayed alone for too long', () => {
    expect(type('gm', 2_000)).toEqual([null, null]);
  });

  it('begins anew after a key that fits nowhere', () => {
    expect(type('gx/')).toEqual([null, null, 'search']);
    expect(type('ggm')).toEqual([null, null, 'market']);
    expect(type('g/')).toEqual([null, 'search']);
    expect(type('xxgm')).toEqual([null, null, null, 'market']);
  });
});
