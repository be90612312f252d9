import { acceptCompletion, completionStatus } from '@codemirror/autocomplete';
import { indentWithTab } from '@codemirror/commands';
import { search } from '@codemirror/search';
import { Compartment, EditorState, Transaction, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { copy } from './copy.ts';
import { editorLook } from './editor-look.ts';
import type { EditedText } from './edit-buffers.ts';
import { asEdited } from './line-ends.ts';

/** What of an editor changes while a file is open. */
export const changeable = {
  language: new Compartment(),
  wrap: new Compartment(),
  readOnly: new Compartment(),
} as const;

/** Lines break at the edge, or run on and scroll. */
export function wrapping(on: boolean): Extension {
  return on ? EditorView.lineWrapping : [];
}

/** Text that can be read, selected and searched, and not changed. */
export function reading(on: boolean): Extension {
  return EditorState.readOnly.of(on);
}

interface EditorActions {
  readonly ontype: (text: EditedText) => void;
  readonly onsave: () => void;
  /** Shows the list of what the checks found. */
  readonly onproblems: () => void;
}

/** Everything of the editor but the language: keys, search, look, and what it tells about typing. */
export function editorSetup(
  file: string,
  { wrap, readOnly }: { readonly wrap: boolean; readonly readOnly: boolean },
  { ontype, onsave, onproblems }: EditorActions,
): Extension {
  return [
    keymap.of([
      { key: 'Mod-s', preventDefault: true, run: () => (onsave(), true) },
      // Our list of mistakes instead of the editor's own panel, which would be a second one.
      { key: 'Mod-Shift-m', preventDefault: true, run: () => (onproblems(), true) },
      { key: 'Tab', run: (view) => acceptCompletion(view) || completionStatus(view.state) === 'active' },
      // Esc and then Tab leaves the editor: CodeMirror lets the next Tab through.
      indentWithTab,
    ]),
    basicSetup,
    search({ top: true }),
    editorLook,
    EditorState.phrases.of(copy.editorPhrases),
    changeable.language.of([]),
    changeable.wrap.of(wrapping(wrap)),
    changeable.readOnly.of(reading(readOnly)),
    EditorView.contentAttributes.of({
      'aria-label': copy.code.editor(file),
      'aria-description': copy.code.editorKeys,
      dir: 'ltr',
      tabindex: '0',
    }),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      const own = update.transactions.some((one) => one.annotation(Transaction.remote) !== true);
      if (own) ontype(update.state.doc);
    }),
  ];
}

/** A file as it is to be shown; `edited` is what an editor held when it was typed. */
export interface ShownText {
  readonly text: string;
  readonly edited?: EditedText;
}

/**
 * Text that came from elsewhere replaces only the part that differs, so that the cursor and the scroll stay; the editor's
 * undo does not take it back, but what was typed here. What that was is known by looking: at a key nothing is written out
 * or compared.
 */
export function takeOver(view: EditorView, stored: ShownText): void {
  if (stored.edited === view.state.doc) return;
  const now = view.state.doc.toString();
  const content = asEdited(stored.text);
  if (now === content) return;
  let from = 0;
  while (from < now.length && from < content.length && now[from] === content[from]) from += 1;
  let same = 0;
  const most = Math.min(now.length, content.length) - from;
  while (same < most && now[now.length - 1 - same] === content[content.length - 1 - same]) same += 1;
  view.dispatch({
    changes: { from, to: now.length - same, insert: content.slice(from, content.length - same) },
    annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
  });
}
