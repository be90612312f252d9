import { Language, LanguageSupport } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { languageOf } from '#lib/builder/editor-language.ts';

/** A stretch of source with the classes of its kind; '' for plain text. */
export interface Token {
  readonly text: string;
  readonly classes: string;
}

/** Longer text stays plain: its thousands of elements would make the page slow. */
export const HIGHLIGHTED_CHARACTERS = 80_000;

/** The tokens of a text, line ends included; null when nothing is known about the language, or the text is too long. */
export async function tokensOf(text: string, path: string): Promise<readonly Token[] | null> {
  if (text.length > HIGHLIGHTED_CHARACTERS) return null;
  const language = languageIn(await languageOf(path, {}));
  if (language === null) return null;
  const tokens: Token[] = [];
  highlightCode(
    text,
    language.parser.parse(text),
    classHighlighter,
    (stretch, classes) => tokens.push({ text: stretch, classes }),
    () => tokens.push({ text: '\n', classes: '' }),
  );
  return tokens;
}

/** The language within what the editor is given; null for plain text. */
function languageIn(extension: Extension): Language | null {
  if (extension instanceof LanguageSupport) return extension.language;
  if (extension instanceof Language) return extension;
  if (!Array.isArray(extension)) return null;
  return extension.map((inner: Extension) => languageIn(inner)).find((found) => found !== null) ?? null;
}
