import type { StateCommand } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Diagnostic } from '../diagnostic.ts';
import { format } from '../format/format.ts';
import { formatChanges } from './format-changes.ts';
import { lintAml } from './lint.ts';

/** What became of the text: laid out anew, already laid out, or left alone because of this mistake. */
export type Formatting = 'formatted' | 'unchanged' | { readonly refused: Diagnostic };

/**
 * Lays the text out (design 5); the cursor stays at its word, and one undo takes it back. A text with mistakes of
 * syntax is left alone: the cursor goes to the first of them, and it is read out to who cannot see it.
 */
export function formatAml({ state, dispatch }: Parameters<StateCommand>[0]): Formatting {
  const source = state.doc.toString();
  const { text, diagnostics } = format(source);
  const mistake = diagnostics.find(({ severity }) => severity === 'error');
  if (text === null && mistake !== undefined) {
    const mark = lintAml(source).marks.find(({ severity }) => severity === 'error');
    dispatch(
      state.update({
        ...(mark === undefined ? {} : { selection: { anchor: mark.from, head: mark.to } }),
        scrollIntoView: true,
        effects: EditorView.announce.of(`${mistake.message} ${mistake.hint ?? ''}`),
      }),
    );
    return { refused: mistake };
  }
  if (text === null || text === source) return 'unchanged';
  dispatch(
    state.update({
      changes: formatChanges(source, text),
      userEvent: 'input.format',
      scrollIntoView: true,
    }),
  );
  return 'formatted';
}
