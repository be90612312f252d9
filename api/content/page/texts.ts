import { directionOf, type Language } from './language.ts';

/** One text in each language. `{name}` is filled in. */
export type Row = Readonly<Record<Language, string>>;
export type Blanks = Readonly<Record<string, string | number>>;

export function row(en: string, de: string, fr: string, es: string, ar: string): Row {
  return { en, de, fr, es, ar };
}

/** What every page needs to speak one language: numbers as people write them there, and blanks filled in. */
export interface Voice {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  number(value: number): string;
  fill(text: Row, blanks?: Blanks): string;
}

export function voiceIn(language: Language): Voice {
  const number = (value: number): string =>
    new Intl.NumberFormat(language, { maximumSignificantDigits: 15, useGrouping: 'min2' }).format(value);
  return {
    language,
    direction: directionOf(language),
    number,
    fill: (text, blanks = {}) => fillBlanks(text[language], blanks, number),
  };
}

/** A text with its blanks filled in; a blank that nothing is given for stays. */
export function fillBlanks(text: string, blanks: Blanks, number: (value: number) => string): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = blanks[name];
    return typeof value === 'number' ? number(value) : (value ?? whole);
  });
}
