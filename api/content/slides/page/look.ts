import { parseHex, toHex, type Oklch } from '../../page/color.ts';
import { paletteOf, schemesCss, type Palette, type Scheme } from '../../page/theme.ts';

/** What the word list of a deck's `theme` says about its look. */
export interface Look {
  /** Null: as the visitor's system has it. */
  readonly scheme: Scheme | null;
  /** Width and height of a slide on paper, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** #rrggbb, or null for our own accent. */
  readonly accent: string | null;
}

/** Colours that a theme may name. What cannot be read on its ground is moved until it can (paletteOf). */
const ACCENTS: Readonly<Record<string, string>> = {
  green: '#0f6b4c',
  teal: '#0f766e',
  blue: '#1d4ed8',
  violet: '#6d28d9',
  rose: '#be123c',
  orange: '#c2410c',
  amber: '#b45309',
  slate: '#475569',
};
/** The names of colours that a deck's theme may have. */
export const THEME_COLORS: readonly string[] = Object.keys(ACCENTS);

const WIDTH = 1280;
const RATIOS: Readonly<Record<string, number>> = { '16:9': 16 / 9, '16:10': 16 / 10, '4:3': 4 / 3 };
const WHITE: Oklch = [1, 0, 0];

/**
 * Reads a deck's `theme`, which is a name of a look to the spec (2.4): words with blanks or commas between, of which
 * `light`, `dark`, `16:9`, `16:10`, `4:3`, a colour such as `#0f766e` and its names are understood. Others mean nothing.
 * @param accent the owner's, from the settings; goes before the theme's
 */
export function readLook(theme: string | undefined, accent: string | null = null): Look {
  const words = (theme ?? '')
    .toLowerCase()
    .slice(0, 200)
    .split(/[\s,]+/);
  const last = <T>(read: (word: string) => T | undefined): T | undefined =>
    words.map(read).findLast((one) => one !== undefined);
  const color = last((word) => (Object.hasOwn(ACCENTS, word) ? ACCENTS[word] : hexOf(word)));
  const ratio = last((word) => (Object.hasOwn(RATIOS, word) ? RATIOS[word] : undefined)) ?? 16 / 9;
  return {
    scheme: last((word) => (word === 'light' || word === 'dark' ? word : undefined)) ?? null,
    width: WIDTH,
    height: Math.round(WIDTH / ratio),
    accent: accent ?? color ?? null,
  };
}

function hexOf(word: string): string | undefined {
  const color = parseHex(word);
  return color === null ? undefined : toHex(color);
}

/** The colours of a deck: those of every page, and the ground of its first slide. */
export interface DeckPalette extends Palette {
  readonly cover: Oklch;
  /** Text on cover: at least 4.5:1. */
  readonly onCover: Oklch;
  /** Ornament of the cover; never lighter than it in the light scheme, so that text keeps its contrast. */
  readonly ornament: Oklch;
}

export function deckPaletteOf(accent: string | null, scheme: Scheme): DeckPalette {
  const palette = paletteOf(accent, scheme);
  const [lightness, chroma, hue] = palette.accent;
  if (scheme === 'light') {
    const deep: Oklch = [Math.max(0, lightness - 0.055), chroma, hue];
    return { ...palette, cover: palette.accent, onCover: WHITE, ornament: deep };
  }
  const ground = Math.min(chroma, 0.06);
  return { ...palette, cover: [0.29, ground, hue], onCover: palette.ink, ornament: [0.345, ground, hue] };
}

/** Colours, sheet size and shape of a deck as a style sheet. */
export function lookCss({ scheme, width, height, accent }: Look): string {
  const colors = schemesCss((one) => ({ ...deckPaletteOf(accent, one) }), scheme);
  return `${colors}:root{--sheet-width:${width}px;--sheet-height:${height}px;--ratio:${width / height}}@page{size:${width}px ${height}px;margin:0}`;
}
