import { foldService, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** Several lines of comments fold into their first line. */
const LEAST_LINES = 3;

function isComment(state: EditorState, from: number, to: number): boolean {
  const blanks = state.sliceDoc(from, to).search(/\S/);
  if (blanks === -1) return false;
  const { name } = syntaxTree(state).resolveInner(from + blanks, 1);
  return name === 'Comment' || name === 'DocComment';
}

/** Lines of `//` or `///` that stand under each other; blocks and `/* … *\/` fold by the tree. */
export const foldComments = foldService.of((state, from, to) => {
  if (!isComment(state, from, to)) return null;
  const first = state.doc.lineAt(from);
  if (first.number > 1) {
    const above = state.doc.line(first.number - 1);
    if (isComment(state, above.from, above.to)) return null;
  }
  let last = first;
  while (last.number < state.doc.lines) {
    const next = state.doc.line(last.number + 1);
    if (!isComment(state, next.from, next.to)) break;
    last = next;
  }
  return last.number - first.number + 1 < LEAST_LINES ? null : { from: to, to: last.to };
});
