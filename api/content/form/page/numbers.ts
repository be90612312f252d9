import type { Language } from '../../page/language.ts';

/** What people write between a number's whole and its parts. */
const DECIMAL: Readonly<Record<Language, '.' | ','>> = { en: '.', de: ',', fr: ',', es: ',', ar: '.' };
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,4})?$/i;

/**
 * A number as people write it: with the language's own sign for decimals, or a point where that is not the sign of
 * thousands; with thousands set apart or not; in Arabic digits too. Null for anything else, so that nothing is guessed.
 */
export function readNumber(text: string, language: Language): number | null {
  const western = text
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace('٫', '.')
    .replaceAll('٬', '')
    .replace(/^[\u200e\u200f\u061c]*[−–]/, '-');
  const plain = western.replace(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?:\D|$))/g, '');
  const decimal = DECIMAL[language];
  const thousands = decimal === '.' ? ',' : '.';
  const isGrouped = new RegExp(`^[+-]?[1-9]\\d{0,2}(?:\\${thousands}\\d{3})+(?:\\${decimal}\\d*)?$`).test(
    plain,
  );
  const joined = isGrouped && language !== 'fr' ? plain.replaceAll(thousands, '') : plain;
  const pointed = decimal === ',' ? joined.replace(',', '.') : joined;
  if (!NUMBER.test(pointed)) return null;
  const value = Number(pointed);
  return Number.isFinite(value) ? value : null;
}

/** A number for an input, so that readNumber of the same language gives it back. */
export function writeNumber(value: number, language: Language): string {
  return String(value).replace('.', DECIMAL[language]);
}
