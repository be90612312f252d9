/** Where an entry shall stand, as words say it. */
export type Place =
  | { readonly at: 'first' | 'last' | 'up' | 'down' }
  /** Counted from 1. */
  | { readonly at: 'number'; readonly number: number }
  | { readonly at: 'before' | 'after'; readonly words: string };

const NUMBERS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const ORDINAL = `(?:${NUMBERS.join('|')}|\\d{1,3}(?:st|nd|rd|th)?)`;

const SIDES = /\s+(?<side>before|after|above|below|under|behind)\s+(?<words>\S[^\n]{0,200})$/iu;
const FIRST =
  /\s+(?:(?:at|to|in|on|as)\s+)?(?:the\s+)?(?:very\s+)?(?:top|beginning|start|front|first(?:\s+(?:place|position|question|field|slide|one))?)$/iu;
const LAST =
  /\s+(?:(?:at|to|in|on|as)\s+)?(?:the\s+)?(?:very\s+)?(?:end|bottom|back|last(?:\s+(?:place|position|question|field|slide|one))?)$/iu;
const STEP =
  /\s+(?:one\s+)?(?:(?:step|place|position)\s+)?(?<way>up|down|higher|lower|forward|back(?:ward)?s?)(?:\s+(?:by\s+)?one)?$/iu;
const NUMBER = new RegExp(
  String.raw`\s+(?:to|at|as|in|on)\s+(?:the\s+)?(?:(?:position|place|number|no\.?|slide|question|spot)\s*#?\s*(?<n>\d{1,3})|(?<nth>${ORDINAL})\s+(?:position|place|spot|slide|question))$`,
  'iu',
);

/** The place that a clause ends with, and what is left of it; a null place where it says none. */
export function readPlace(clause: string): { readonly place: Place | null; readonly rest: string } {
  const cut = (found: RegExpExecArray, place: Place) => ({
    place,
    rest: clause.slice(0, found.index).trim(),
  });
  const number = NUMBER.exec(clause);
  if (number) {
    const value = toNumber(number.groups?.['n'] ?? number.groups?.['nth'] ?? '');
    if (value !== null) return cut(number, { at: 'number', number: value });
  }
  const first = FIRST.exec(clause);
  if (first) return cut(first, { at: 'first' });
  const last = LAST.exec(clause);
  if (last) return cut(last, { at: 'last' });
  const step = STEP.exec(clause);
  if (step) return cut(step, { at: /up|higher|back/iu.test(step.groups?.['way'] ?? '') ? 'up' : 'down' });
  const side = SIDES.exec(clause);
  if (side?.groups) {
    const before = /before|above/iu.test(side.groups['side'] ?? '');
    return cut(side, { at: before ? 'before' : 'after', words: side.groups['words'] ?? '' });
  }
  return { place: null, rest: clause };
}

/** The number, from 1, that a text such as "third", "3rd" or "3" is; null when it is none. */
export function toNumber(text: string): number | null {
  const at = NUMBERS.indexOf(text.toLowerCase());
  if (at >= 0) return at + 1;
  const value = /^#?(\d{1,3})(?:st|nd|rd|th)?$/i.exec(text.trim())?.[1];
  return value === undefined || Number(value) === 0 ? null : Number(value);
}

/**
 * The place from 0 where a new entry goes, or the sentence why there is no such place.
 * @param find the entry that words name
 */
export function placeForNew(
  place: Place | null,
  count: number,
  find: (words: string) => number | string,
): number | string {
  if (place === null) return count;
  if ('number' in place) return Math.min(place.number - 1, count);
  if (!('words' in place)) return place.at === 'first' || place.at === 'up' ? 0 : count;
  const at = find(place.words);
  return typeof at === 'string' ? at : at + (place.at === 'after' ? 1 : 0);
}

/** The place from 0 that an entry has after it was moved, or the sentence why there is no such place. */
export function placeForMoved(
  place: Place,
  from: number,
  count: number,
  find: (words: string) => number | string,
): number | string {
  if ('number' in place) return Math.min(place.number, count) - 1;
  if (!('words' in place)) {
    const ends = {
      first: 0,
      last: count - 1,
      up: Math.max(0, from - 1),
      down: Math.min(count - 1, from + 1),
    };
    return ends[place.at];
  }
  const at = find(place.words);
  if (typeof at === 'string') return at;
  // Taken out first, what stood behind it has moved up.
  const beside = from < at ? at - 1 : at;
  return place.at === 'after' && at !== from ? beside + 1 : beside;
}
