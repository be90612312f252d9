import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, parseHex, toHex, type Oklch } from '../api/content/page/color.ts';
import { paletteOf, themeCss, type Palette, type Scheme } from '../api/content/page/theme.ts';

type Name = keyof Palette;

/** Which colour stands on which, and the contrast that WCAG 2.2 asks of the pair. */
const PAIRS: readonly (readonly [front: Name, grounds: readonly Name[], least: number])[] = [
  ['ink', ['paper', 'surface', 'soft', 'badSoft'], 4.5],
  ['quiet', ['paper', 'surface', 'soft'], 4.5],
  ['bad', ['paper', 'surface', 'badSoft', 'soft'], 4.5],
  ['accent', ['paper', 'surface', 'soft'], 4.5],
  ['onAccent', ['accent', 'accentHover'], 4.5],
  ['control', ['paper', 'surface'], 3],
];
const SCHEMES: readonly Scheme[] = ['light', 'dark'];

/** The pairs of an accent that are too weak, on the very bytes that the page is given. */
function weakPairs(accent: string | null): readonly string[] {
  return SCHEMES.flatMap((scheme) => {
    const palette = paletteOf(accent, scheme);
    const shown = (name: Name): Oklch => parseHex(toHex(palette[name])) ?? [0, 0, 0];
    return PAIRS.flatMap(([front, grounds, least]) =>
      grounds
        .filter((ground) => contrast(shown(front), shown(ground)) < least)
        .map((ground) => `${accent} ${scheme}: ${front} on ${ground}`),
    );
  });
}

describe('the colours of a form', () => {
  it('can be read with our own accent, with extreme ones, and with what is no colour', () => {
    for (const accent of [null, '#fff', '#000', '#ffff00', '#0000ff', '#00ff00', '#808080', 'red;}', ''])
      expect(weakPairs(accent)).toEqual([]);
  });

  it('can be read with 1,000 random accents', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(hex, (accent) => weakPairs(accent).length === 0),
      { numRuns: 1_000 },
    );
  });

  it('leave an accent as it is where it can be read already', () => {
    expect(toHex(paletteOf('#1d4ed8', 'light').accent)).toBe('#1d4ed8');
    expect(toHex(paletteOf('#fde047', 'dark').accent)).toBe('#fde047');
  });

  it('survive the way to text and back, and nothing else gets into the style sheet', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (n) => {
        const hex = `#${n.toString(16).padStart(6, '0')}`;
        return toHex(parseHex(hex) ?? [0, 0, 0]) === hex;
      }),
    );
    expect(themeCss('#fff}</style><script>')).toBe(themeCss(null));
  });
});
