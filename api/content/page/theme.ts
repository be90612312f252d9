import { contrast, parseHex, toHex, type Oklch } from './color.ts';

/** The colours of one scheme, by what they are for. */
export interface Palette {
  readonly paper: Oklch;
  /** Of what is typed into or chosen. */
  readonly surface: Oklch;
  readonly line: Oklch;
  /** Edge of a control: at least 3:1 on paper and surface. */
  readonly control: Oklch;
  readonly ink: Oklch;
  readonly quiet: Oklch;
  readonly bad: Oklch;
  readonly badSoft: Oklch;
  /** Buttons, marks, links and the focus ring: at least 4.5:1 on paper, surface and soft. */
  readonly accent: Oklch;
  readonly accentHover: Oklch;
  /** Text on accent and accentHover: at least 4.5:1. */
  readonly onAccent: Oklch;
  /** Behind what is chosen. */
  readonly soft: Oklch;
}

interface Base extends Omit<Palette, 'accent' | 'accentHover' | 'onAccent' | 'soft'> {
  readonly softLightness: number;
  readonly softChroma: number;
  /** Where lightness goes for more contrast. */
  readonly away: 1 | -1;
}

/** The neutrals and the red are those of the main application (web/src/lib/tokens.css). */
const LIGHT: Base = {
  paper: [0.988, 0.004, 85],
  surface: [0.998, 0.001, 85],
  line: [0.902, 0.008, 85],
  control: [0.62, 0.01, 85],
  ink: [0.21, 0.008, 85],
  quiet: [0.48, 0.01, 85],
  bad: [0.47, 0.155, 27],
  badSoft: [0.957, 0.022, 27],
  softLightness: 0.955,
  softChroma: 0.03,
  away: -1,
};
const DARK: Base = {
  paper: [0.178, 0.005, 85],
  surface: [0.215, 0.006, 85],
  line: [0.295, 0.008, 85],
  control: [0.55, 0.01, 85],
  ink: [0.95, 0.006, 85],
  quiet: [0.75, 0.01, 85],
  bad: [0.78, 0.125, 27],
  badSoft: [0.27, 0.055, 27],
  softLightness: 0.28,
  softChroma: 0.04,
  away: 1,
};
const OWN_ACCENT: Readonly<Record<Scheme, Oklch>> = { light: [0.45, 0.09, 162], dark: [0.73, 0.125, 162] };
const WHITE: Oklch = [1, 0, 0];
const BLACK: Oklch = [0, 0, 0];
const TEXT_CONTRAST = 4.5;
/** Bytes are rounded; a hair more than needed keeps every pair on the right side. */
const MARGIN = 0.03;

export type Scheme = 'light' | 'dark';

/**
 * The colours that go with an accent. Its lightness is moved, only as far as needed, until text and edges in it can be
 * read on everything that they stand on (WCAG 2.2, 1.4.3 and 1.4.11); so any colour is fine.
 * @param accent #rgb or #rrggbb; anything else is our own
 */
export function paletteOf(accent: string | null, scheme: Scheme): Palette {
  const { softLightness, softChroma, away, ...base } = scheme === 'light' ? LIGHT : DARK;
  const given = (accent === null ? null : parseHex(accent)) ?? OWN_ACCENT[scheme];
  const soft: Oklch = [softLightness, Math.min(softChroma, given[1] / 2), given[2]];
  const onAccent = scheme === 'light' ? WHITE : BLACK;
  const grounds = [base.paper, base.surface, soft, onAccent];
  const legible = moved(given, away, grounds);
  const accentHover: Oklch = [legible[0] + 0.05 * away, legible[1], legible[2]];
  return { ...base, accent: legible, accentHover, onAccent, soft };
}

function moved(color: Oklch, away: 1 | -1, grounds: readonly Oklch[]): Oklch {
  for (let lightness = color[0]; lightness > 0 && lightness < 1; lightness += 0.005 * away) {
    const candidate: Oklch = [lightness, color[1], color[2]];
    if (grounds.every((ground) => contrast(candidate, ground) >= TEXT_CONTRAST + MARGIN)) return candidate;
  }
  return [away === 1 ? 0.9 : 0.3, 0, 0];
}

/** The custom properties of both schemes as a style sheet. */
export function themeCss(accent: string | null): string {
  return schemesCss((scheme) => paletteOf(accent, scheme));
}

/**
 * Custom properties for colours by name.
 * @param only a scheme that the page always has, whatever the visitor's system says
 */
export function schemesCss(
  colorsOf: (scheme: Scheme) => Readonly<Record<string, Oklch>> | Palette,
  only: Scheme | null = null,
): string {
  const rules = (scheme: Scheme): string =>
    Object.entries(colorsOf(scheme))
      .map(
        ([name, color]) =>
          `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${toHex(color)}`,
      )
      .join(';');
  if (only !== null) return `:root{color-scheme:${only};${rules(only)}}`;
  return `:root{${rules('light')}}@media(prefers-color-scheme:dark){:root{${rules('dark')}}}`;
}
