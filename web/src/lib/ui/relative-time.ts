const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const short = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' });

/**
 * "3 hours ago", "yesterday", "just now".
 * @param iso time as the API gives it, ISO 8601
 * @param now milliseconds since 1970
 */
export function relativeTime(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Number.isNaN(seconds)) return '';
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return 'just now';
}

/** The whole date with the time, in the reader's time zone. */
export function exactTime(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? '' : exact.format(time);
}

/** Date and time as short as a table wants them, in the reader's time zone. */
export function shortTime(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? '' : short.format(time);
}

/** Milliseconds after which the words of {@link relativeTime} can have changed. */
export function refreshAfter(iso: string, now: number): number {
  const age = Math.abs(now - Date.parse(iso));
  return age < 3_600_000 ? 30_000 : 600_000;
}
