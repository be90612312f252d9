import { readLook } from '../../../../content/slides/page/look.ts';
import { findColour } from '../../colour.ts';
import { headEdit } from '../head.ts';
import { textIn } from '../opened.ts';
import type { Reader } from '../wish.ts';

const NONE = /^(?:remove|delete|drop|reset)\s+the\s+(?:theme|colou?rs?|look)$/iu;
const SYSTEM = /\b(?:system|automatic|visitor)\b/iu;
const FILLER =
  /^(?:make|turn|switch|set|use|give|change|put|try|it|this|them|all|deck|slides|presentation|theme|colou?rs?|accent|background|look|format|mode|in|into|to|an?|the|with|and|as|be|of|for|more|very|please)$/iu;
const SCHEME = /^(?:dark|light)$/iu;
const RATIO = /^(?:16:9|16:10|4:3)$/u;

/** What of a theme a text names, in its order: `dark`, `4:3`, `blue`. */
export function themeWords(text: string): readonly string[] {
  return wordsOf(text).flatMap((word) => themeWord(word) ?? []);
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s,.!"]+/u)
    .filter(Boolean);
}

function themeWord(word: string): string | null {
  return SCHEME.test(word) || RATIO.test(word) ? word : colour(word);
}

/** "Dark theme", "make it blue", "4:3": what a deck's page understands in its theme. */
export const readTheme: Reader = (clause) => {
  const none = NONE.test(clause);
  const system = SYSTEM.test(clause) && /\b(?:theme|mode|colou?rs?|light|dark)\b/iu.test(clause);
  const given = none || system ? [] : themeWords(clause);
  const strange = wordsOf(clause).some((word) => !FILLER.test(word) && themeWord(word) === null);
  if (!none && !system && (given.length === 0 || strange)) return null;
  return (now) => {
    const own = textIn(now.document, 'theme')
      .split(/[\s,]+/u)
      .filter(Boolean);
    const kept = none ? [] : own.filter((word) => !replaced(word, given, system));
    const theme = [...kept, ...given].join(' ');
    if (theme === own.join(' ')) return { why: 'The theme is like that already.' };
    const call = headEdit(now, 'theme', theme);
    if (!call) return { why: 'There is no title behind which a theme could stand.' };
    const done =
      theme === '' ? 'The theme is gone; the deck follows the system.' : `The theme is “${theme}” now.`;
    return { call, doing: 'I change the theme.', done };
  };
};

/** Dark goes where light comes, a colour where another comes; the rest stays. */
function replaced(word: string, given: readonly string[], system: boolean): boolean {
  if (SCHEME.test(word)) return system || given.some((one) => SCHEME.test(one));
  if (RATIO.test(word)) return given.some((one) => RATIO.test(one));
  return given.includes(word) || (colour(word) !== null && given.some((one) => colour(one) !== null));
}

/** A colour as the page of a deck understands it: by its name where it knows that, else as `#rrggbb`. */
function colour(word: string): string | null {
  if (readLook(word).accent !== null && !SCHEME.test(word)) return word;
  return findColour(word);
}
