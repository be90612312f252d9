/** Lightness 0 to 1, chroma, hue in degrees (OKLab by Björn Ottosson, as CSS Color 4 has it). */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];
/** Linear light of sRGB, each 0 to 1. */
type Linear = readonly [red: number, green: number, blue: number];

/** A colour as #rgb or #rrggbb; null when the text is none. */
export function parseHex(text: string): Oklch | null {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (digits === undefined) return null;
  const six = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const [red, green, blue] = [0, 2, 4].map((at) => toLinear(parseInt(six.slice(at, at + 2), 16) / 255));
  return fromLinear([red ?? 0, green ?? 0, blue ?? 0]);
}

/** #rrggbb; chroma that no screen has is taken back first, so that hue and lightness stay. */
export function toHex(color: Oklch): string {
  const byte = (value: number): string =>
    Math.round(fromLight(value) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${inGamut(color).map(byte).join('')}`;
}

/** Contrast of two colours by WCAG 2.2, from 1 to 21, of the bytes that a screen is given. */
export function contrast(one: Oklch, other: Oklch): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(color: Oklch): number {
  const [red, green, blue] = inGamut(color).map((value) =>
    toLinear(Math.round(fromLight(value) * 255) / 255),
  );
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function inGamut([lightness, chroma, hue]: Oklch): Linear {
  const at = (part: number): Linear => linearOf([lightness, chroma * part, hue]);
  const whole = at(1);
  if (fits(whole)) return whole;
  let [low, high] = [0, 1];
  for (let round = 0; round < 16; round += 1) {
    const middle = (low + high) / 2;
    if (fits(at(middle))) low = middle;
    else high = middle;
  }
  const [red, green, blue] = at(low);
  const clamp = (value: number): number => Math.min(1, Math.max(0, value));
  return [clamp(red), clamp(green), clamp(blue)];
}

function fits(color: Linear): boolean {
  return color.every((value) => value >= -1e-4 && value <= 1 + 1e-4);
}

function linearOf([lightness, chroma, hue]: Oklch): Linear {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function fromLinear([red, green, blue]: Linear): Oklch {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), (hue + 360) % 360];
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLight(value: number): number {
  const held = Math.min(1, Math.max(0, value));
  return held <= 0.0031308 ? held * 12.92 : 1.055 * held ** (1 / 2.4) - 0.055;
}
