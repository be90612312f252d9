import { linter, type Action, type Diagnostic as CodeMirrorDiagnostic } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { compile } from '../compile.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Fix } from '../fix.ts';
import type { Token } from '../syntax/token.ts';
import type { DocumentNode } from '../syntax/tree.ts';
import { documentOf, readDocument } from './parser.ts';

/** A diagnostic at its place in the editor, with the actions that mend it. */
export type Mark = CodeMirrorDiagnostic;

/** Milliseconds of rest before the text is compiled: half a word is no mistake yet. */
const REST_MS = 400;

/** Marks every mistake that the compiler finds, and hands the marks to who shows them in a list too. */
export function amlLinter(onmarks: ((marks: readonly Mark[]) => void) | undefined): Extension {
  return linter(
    (view) => {
      const { marks } = lintAml(view.state.doc.toString(), documentOf(view.state));
      onmarks?.(marks);
      return marks;
    },
    { delay: REST_MS },
  );
}

/** The compiler's diagnostics, and the same as marks on the tokens that they point to. */
export function lintAml(
  source: string,
  document: DocumentNode = readDocument(source),
): { readonly diagnostics: readonly Diagnostic[]; readonly marks: readonly Mark[] } {
  // An empty text is an app without data, not a mistake.
  const { diagnostics, places } = compile(source);
  const marks = diagnostics.map((diagnostic): Mark => {
    const place = places.get(diagnostic);
    const from = place?.at ?? 0;
    const token = document.tokens.find((one) => one.start <= from && from < one.end);
    const fix = place?.fix ?? null;
    return {
      from,
      to: token === undefined ? from : markEnd(document, token, from),
      severity: diagnostic.severity,
      source: diagnostic.code,
      message:
        diagnostic.hint === undefined ? diagnostic.message : `${diagnostic.message} ${diagnostic.hint}`,
      ...(fix === null ? {} : { actions: [actionOf(source, from, fix)] }),
    };
  });
  return { diagnostics, marks };
}

/** One line at most; an `@` is marked with the name behind it. */
function markEnd({ source, tokens }: DocumentNode, token: Token, from: number): number {
  if (source[from] === '@')
    return tokens.find((next) => next.start === token.end && next.kind === 'name')?.end ?? token.end;
  const lineEnd = source.slice(from, token.end).search(/[\r\n]/);
  return lineEnd === -1 ? token.end : from + lineEnd;
}

/** A button that mends the mistake, as long as the text to be replaced still stands there. */
function actionOf(source: string, at: number, fix: Fix): Action {
  const old = source.slice(fix.from, fix.to);
  const name = fix.insert === '' ? `Remove “${old}”` : `Write “${fix.insert}”`;
  return {
    name: name.length > 60 ? `${name.slice(0, 59)}…` : name,
    apply(view: EditorView, from: number) {
      const start = from + fix.from - at;
      const end = start + old.length;
      if (view.state.sliceDoc(start, end) !== old) return;
      view.dispatch({
        changes: { from: start, to: end, insert: fix.insert },
        userEvent: 'input.fix',
        scrollIntoView: true,
      });
      view.focus();
    },
  };
}
