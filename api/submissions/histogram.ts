import type { Count } from './summary.ts';

/** A part of a histogram: from `from` up to, not with, `to`; the last one with it. Where both are one, that number alone. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const PARTS = 10;

/** A width that people would choose: 1, 2 or 5 times a power of ten, for about ten parts. */
export function stepOf(min: number, max: number): number {
  const rough = (max - min) / PARTS;
  if (rough <= 0 || !Number.isFinite(rough)) return rough > 0 ? Number.MAX_VALUE / PARTS : 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  if (power === 0) return rough;
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10;
  return factor * power;
}

/** All parts from the first to the one with `max`, empty ones too. @param counts by the number of the part */
export function toBins(
  { start, step, max }: { readonly start: number; readonly step: number; readonly max: number },
  counts: ReadonlyMap<number, number>,
): readonly Bin[] {
  const last = Math.max(Math.floor((max - start) / step), ...counts.keys(), 0);
  return Array.from({ length: last + 1 }, (_, index) => ({
    from: tidy(start + index * step),
    to: tidy(start + (index + 1) * step),
    count: counts.get(index) ?? 0,
  }));
}

/** Without the last digits that binary fractions leave. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

export interface DateUnit {
  /** How much of `2026-05-31` names one. */
  readonly characters: 10 | 7 | 4;
}

const DAY_MS = 24 * 3_600_000;
const MOST_DAYS = 45;
const MOST_MONTHS_IN_DAYS = 3 * 366;

/** Days, months or years, so that a chart has a few dozen bars at most. */
export function dateUnit(first: string, last: string): DateUnit {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS;
  return { characters: days <= MOST_DAYS ? 10 : days <= MOST_MONTHS_IN_DAYS ? 7 : 4 };
}

const MOST_BARS = 60;

/** The dates in their order; what lies between them with a zero, where that are not too many. */
export function fillDates(
  { characters }: DateUnit,
  first: string,
  last: string,
  found: readonly Count[],
): readonly Count[] {
  const counts = new Map(found.map(({ value, count }) => [value, count]));
  const names = new Set(found.map(({ value }) => value));
  const end = last.slice(0, characters);
  for (let name = first.slice(0, characters), bars = 0; name < end && bars < MOST_BARS; bars += 1) {
    names.add(name);
    name = next(name);
  }
  return [...names].sort().map((value) => ({ value, count: counts.get(value) ?? 0 }));
}

function next(name: string): string {
  const [year = 0, month, day] = name.split('-').map(Number);
  if (month === undefined) return String(year + 1).padStart(4, '0');
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1 + (day === undefined ? 1 : 0), (day ?? 0) + 1);
  return date.toISOString().slice(0, name.length);
}
