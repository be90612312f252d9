import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import type { Extension } from '@codemirror/state';

const LANGUAGES: readonly (readonly [RegExp, () => Extension])[] = [
  [/\.html?$/i, () => html()],
  [/\.css$/i, () => css()],
  [/\.m?js$/i, () => javascript()],
  [/\.(json|webmanifest)$/i, () => json()],
  [/\.md$/i, () => markdown()],
  [/\.svg$/i, () => html()],
];

/** How the editor reads a file; anything else, and AML for now, is plain text. */
export function languageOf(path: string): Extension {
  return LANGUAGES.find(([pattern]) => pattern.test(path))?.[1]() ?? [];
}
