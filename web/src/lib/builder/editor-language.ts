import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import type { Extension } from '@codemirror/state';
import { aml, type AmlOptions } from '@platform/aml-compiler/editor/language.ts';

const AML_FILE = /\.aml$/i;

const LANGUAGES: readonly (readonly [RegExp, (options: AmlOptions) => Extension])[] = [
  [/\.html?$/i, () => html()],
  [/\.css$/i, () => css()],
  [/\.m?js$/i, () => javascript()],
  [/\.(json|webmanifest)$/i, () => json()],
  [/\.md$/i, () => markdown()],
  [/\.svg$/i, () => html()],
  [AML_FILE, aml],
];

/** Whether a file holds a data model. */
export function isAml(path: string): boolean {
  return AML_FILE.test(path);
}

/** How the editor reads a file; anything else is plain text. `options` are for data models. */
export function languageOf(path: string, options: AmlOptions): Extension {
  return LANGUAGES.find(([pattern]) => pattern.test(path))?.[1](options) ?? [];
}
