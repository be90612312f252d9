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

/** A mark as data, so that a worker can make it: `fix` is what its action will write, at offsets of the text. */
export interface FoundMark extends Pick<Mark, 'from' | 'to' | 'severity' | 'source' | 'message'> {
  readonly fix: Fix | null;
}

/** Finds the marks of a text; somewhere else than on the page's own thread, where a long model would be felt. */
export type ReadMarks = (source: string) => Promise<readonly FoundMark[]>;

/**
 * Marks every mistake that the compiler finds, and hands the marks to who shows them in a list too.
 * @param read null compiles right here
 */
export function amlLinter(
  onmarks: ((marks: readonly Mark[]) => void) | undefined,
  read: ReadMarks | null = null,
): Extension {
  return linter(
    async (view) => {
      const { doc } = view.state;
      const source = doc.toString();
      const found = read === null ? findMarks(source, documentOf(view.state)).found : await read(source);
      const marks = found.map((mark) => markFrom(source, mark));
      // What was typed meanwhile is read by the next round; marks of the text before would stand at wrong places.
      if (view.state.doc.eq(doc)) onmarks?.(marks);
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
  const { diagnostics, found } = findMarks(source, document);
  return { diagnostics, marks: found.map((mark) => markFrom(source, mark)) };
}

/** As `lintAml`, the marks as plain data. */
export function findMarks(
  source: string,
  document: DocumentNode = readDocument(source),
): { readonly diagnostics: readonly Diagnostic[]; readonly found: readonly FoundMark[] } {
  // An empty text is an app without data, not a mistake.
  const { diagnostics, places } = compile(source);
  const found = diagnostics.map((diagnostic): FoundMark => {
    const place = places.get(diagnostic);
    const from = place?.at ?? 0;
    const token = document.tokens.find((one) => one.start <= from && from < one.end);
    return {
      from,
      to: token === undefined ? from : markEnd(document, token, from),
      severity: diagnostic.severity,
      source: diagnostic.code,
      message:
        diagnostic.hint === undefined ? diagnostic.message : `${diagnostic.message} ${diagnostic.hint}`,
      fix: place?.fix ?? null,
    };
  });
  return { diagnostics, found };
}

function markFrom(source: string, { fix, ...mark }: FoundMark): Mark {
  return fix === null ? mark : { ...mark, actions: [actionOf(source, mark.from, fix)] };
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
