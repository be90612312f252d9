import { isLanguage, type Language } from '../../page/language.ts';

/** How a deck is presented; not part of its document. Comes as JSON in the element `platform-options`. */
export interface PageOptions {
  /** Of the interface's words; `auto` is the visitor's. */
  readonly language: Language | 'auto';
  /** #rrggbb; null leaves the colour to the deck's theme. */
  readonly accent: string | null;
}

/** Reads options that may be missing, in part or as a whole: each that is not understood is the default. */
export function readOptions(given: unknown): PageOptions {
  const { language, accent } = Object(given) as Record<string, unknown>;
  return {
    language: isLanguage(language) ? language : 'auto',
    accent: typeof accent === 'string' && accent !== '' ? accent : null,
  };
}
