import type { FormField } from '../document.ts';
import { DEFAULT_RATING } from '../document.ts';
import { MOST_CHARACTERS } from '../field-rules.ts';
import type { Language } from '../../page/language.ts';
import { fillBlanks, voiceIn, type Blanks } from '../../page/texts.ts';
import { MISTAKES, PLURALS, PROBLEMS, TEXTS } from './texts.ts';

/** The words of the page in one language, with numbers and dates as people write them there. */
export interface Words {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  say(text: keyof typeof TEXTS, blanks?: Blanks): string;
  /** A text for a count. */
  count(text: keyof typeof PLURALS, n: number): string;
  number(value: number): string;
  /** A day, given as 2026-05-31, in words. */
  date(day: string): string;
  /** What is wrong with the answer to a field, by the code of the check. */
  mistake(field: FormField, code: string): string;
  /** Why an answer was not stored, by the code of the error. */
  problem(code: string): string;
}

export function wordsIn(language: Language): Words {
  const { direction, number, fill } = voiceIn(language);
  return {
    language,
    direction,
    say: (text, blanks) => fill(TEXTS[text], blanks),
    count(text, n) {
      const forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string } = PLURALS[text][language];
      return fillBlanks(forms[new Intl.PluralRules(language).select(n)] ?? forms.other, { n }, number);
    },
    number,
    date: (day) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(`${day}T00:00:00Z`),
      ),
    mistake(field, code) {
      const { text, blanks } = mistakeOf(field, code);
      return fill(MISTAKES[text], blanks);
    },
    problem: (code) => PROBLEMS[isProblem(code) ? code : 'other'][language],
  };
}

function isProblem(code: string): code is keyof typeof PROBLEMS {
  return Object.hasOwn(PROBLEMS, code);
}

function mistakeOf(field: FormField, code: string): { text: keyof typeof MISTAKES; blanks: Blanks } {
  const { type } = field;
  const isChosen = type === 'choice' || type === 'multi' || type === 'bool' || type === 'rating';
  const { min, max } = field.range ?? DEFAULT_RATING;
  switch (code) {
    case 'missing_value':
      return { text: isChosen ? 'missingChoice' : 'missing', blanks: {} };
    case 'invalid_email':
      return { text: 'email', blanks: {} };
    case 'invalid_date':
      return { text: 'date', blanks: {} };
    case 'out_of_range':
      return { text: 'range', blanks: { min, max } };
    case 'too_long':
      return { text: 'long', blanks: { max: MOST_CHARACTERS } };
    case 'bad_characters':
      return { text: 'characters', blanks: {} };
    case 'wrong_type':
      if (type === 'number' || type === 'rating') return { text: 'number', blanks: {} };
      return { text: isChosen ? 'option' : 'missing', blanks: {} };
    default:
      return { text: 'option', blanks: {} };
  }
}
