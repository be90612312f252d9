import { LanguageSupport } from '@codemirror/language';
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
export function tokensOf(text: string, path: string): readonly Token[] | null {
  if (text.length > HIGHLIGHTED_CHARACTERS) return null;
  const language = languageOf(path);
  if (!(language instanceof LanguageSupport)) return null;
  const tokens: Token[] = [];
  highlightCode(
    text,
    language.language.parser.parse(text),
    classHighlighter,
    (stretch, classes) => tokens.push({ text: stretch, classes }),
    () => tokens.push({ text: '\n', classes: '' }),
  );
  return tokens;
}
