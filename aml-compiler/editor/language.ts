import { Language, LanguageSupport } from '@codemirror/language';
import { Prec, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { completeAml } from './complete.ts';
import { foldComments } from './fold-comments.ts';
import { formatAml, type Formatting } from './format-command.ts';
import { amlHover } from './hover.ts';
import { amlLinter, type Mark, type ReadMarks } from './lint.ts';
import { languageData } from './nodes.ts';
import { amlParser } from './parser.ts';

/** Highlighting, folding, indentation, brackets, comments and completion (design 5). */
const amlLanguage = new Language(
  languageData,
  amlParser,
  [
    foldComments,
    languageData.of({
      commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
      closeBrackets: { brackets: ['(', '[', '{', '"'] },
      indentOnInput: /^\s*[})\]]$/,
      autocomplete: completeAml,
    }),
  ],
  'aml',
);

export interface AmlOptions {
  /** Called with the marks of the compiler's diagnostics after each rest in typing. */
  readonly onmarks?: (marks: readonly Mark[]) => void;
  /** Called after the keys of the format command, with what became of the text. */
  readonly onformat?: (formatting: Formatting) => void;
  /** Finds the marks elsewhere, such as in a worker; without it they are found right here. */
  readonly read?: ReadMarks;
}

/**
 * AML in CodeMirror: the language, the compiler's diagnostics with fixes, explanations under the pointer, and the
 * formatter on Shift-Alt-f. Bring `basicSetup` or the like for the keys of the rest.
 */
export function aml({ onmarks, onformat, read }: AmlOptions = {}): LanguageSupport {
  const run = (view: EditorView): boolean => {
    const formatting = formatAml(view);
    onformat?.(formatting);
    return true;
  };
  const extensions: Extension[] = [
    amlLinter(onmarks, read ?? null),
    amlHover(),
    // Before the keys of the editor's search and of the browser.
    Prec.high(keymap.of([{ key: 'Shift-Alt-f', run, preventDefault: true }])),
  ];
  return new LanguageSupport(amlLanguage, extensions);
}
