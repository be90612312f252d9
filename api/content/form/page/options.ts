import { isLanguage, type Language } from '../../page/language.ts';

/** How a form is presented; not part of its document. Comes as JSON in the element `platform-options`. */
export interface PageOptions {
  /** All questions on one page, or one at a time. */
  readonly layout: 'page' | 'steps';
  /** Of the interface's words; `auto` is the visitor's. */
  readonly language: Language | 'auto';
  /** A colour as #rgb or #rrggbb; null is our own. */
  readonly accent: string | null;
  /** Set when no answers are taken any more; the text is the author's. */
  readonly closed: { readonly text: string | null } | null;
  /** Names one load of the page: the same answer sent twice with it is one answer. Null where nothing is served. */
  readonly token: string | null;
  /** Name of the input that only programs fill in. */
  readonly honeypot: string | null;
  /** Milliseconds from the load on, before which the server takes an answer for a program's. */
  readonly shortestMs: number;
  /** Whether the form is only shown, as in the market: it can be tried, and nothing is sent. */
  readonly preview: boolean;
}

export const DEFAULT_OPTIONS: PageOptions = {
  layout: 'page',
  language: 'auto',
  accent: null,
  closed: null,
  token: null,
  honeypot: null,
  shortestMs: 0,
  preview: false,
};

/** Reads options that may be missing, in part or as a whole: each that is not understood is the default. */
export function readOptions(given: unknown): PageOptions {
  if (typeof given !== 'object' || given === null) return DEFAULT_OPTIONS;
  const { layout, language, accent, closed, token, honeypot, shortestMs, preview } = given as Record<
    string,
    unknown
  >;
  return {
    layout: layout === 'steps' ? 'steps' : 'page',
    language: isLanguage(language) ? language : 'auto',
    accent: text(accent),
    closed: typeof closed === 'object' && closed !== null ? { text: text(Object(closed).text) } : null,
    token: text(token),
    honeypot: text(honeypot),
    shortestMs: typeof shortestMs === 'number' ? shortestMs : 0,
    preview: preview === true,
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
