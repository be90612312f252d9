/** An accent for both themes: `light` reads on white, `dark` on a dark page, each with a contrast of 4.5 or more. */
export interface Accent {
  readonly light: string;
  readonly dark: string;
}

const NAMED: Readonly<Record<string, string>> = {
  red: '#dc2626',
  orange: '#ea580c',
  amber: '#d97706',
  yellow: '#ca8a04',
  gold: '#b8860b',
  green: '#16a34a',
  teal: '#0d9488',
  turquoise: '#0d9488',
  cyan: '#0891b2',
  blue: '#2563eb',
  navy: '#1e3a8a',
  indigo: '#4f46e5',
  violet: '#7c3aed',
  purple: '#9333ea',
  magenta: '#c026d3',
  pink: '#db2777',
  brown: '#92400e',
  grey: '#4b5563',
  gray: '#4b5563',
  black: '#374151',
};

const NAMES = Object.keys(NAMED).join('|');
const COLOUR = new RegExp(`#[0-9a-f]{6}\\b|#[0-9a-f]{3}\\b|\\b(?:${NAMES})\\b`, 'i');

/** Matches a colour's name, for those who must not mistake "dark blue" for a dark theme. */
export const COLOUR_NAME = `(?:${NAMES})`;

// The pages that the apps' style sheets paint, and what stands on an accent there.
const WHITE = '#ffffff';
const LIGHT_PAGE = '#f4f6f8';
const DARK_CARD = '#18202a';
const NEEDED = 4.5;

/** The first colour that a text names, as `#rrggbb`; null when it names none. */
export function findColour(text: string): string | null {
  const found = COLOUR.exec(text)?.[0].toLowerCase();
  if (found === undefined) return null;
  if (!found.startsWith('#')) return NAMED[found] ?? null;
  return found.length === 7 ? found : `#${[...found.slice(1)].map((digit) => digit + digit).join('')}`;
}

/** Darkens and lightens a colour just as far as text needs to be readable (WCAG 2 AA). */
export function accentFor(hex: string): Accent {
  return {
    light: mixUntil(hex, '#000000', (colour) =>
      Math.min(contrast(colour, WHITE), contrast(colour, LIGHT_PAGE)),
    ),
    dark: mixUntil(hex, WHITE, (colour) => contrast(colour, DARK_CARD)),
  };
}

/** The contrast of two `#rrggbb` colours by WCAG 2: from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function mixUntil(from: string, to: string, measure: (colour: string) => number): string {
  for (let percent = 0; percent < 100; percent += 4) {
    const colour = mix(from, to, percent / 100);
    if (measure(colour) >= NEEDED) return colour;
  }
  return to;
}

function mix(a: string, b: string, share: number): string {
  const other = channels(b);
  const mixed = channels(a).map((value, i) => Math.round(value + ((other[i] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function channels(hex: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}
