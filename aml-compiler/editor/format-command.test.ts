import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edited } from '../corpus/edits.ts';
import { format } from '../format/format.ts';
import { formatAml, type Formatting } from './format-command.ts';

/** Formats a text with the cursor at its `|`. */
function formatted(marked: string): { readonly text: string; readonly outcome: Formatting } {
  const at = marked.indexOf('|');
  let state = EditorState.create({ doc: marked.replace('|', ''), selection: { anchor: Math.max(at, 0) } });
  const outcome = formatAml({ state, dispatch: (transaction) => (state = transaction.state) });
  const { anchor, head } = state.selection.main;
  const doc = state.doc.toString();
  const text =
    doc.slice(0, anchor) + '|' + doc.slice(anchor, head) + (anchor === head ? '' : '|') + doc.slice(head);
  return { text, outcome };
}

describe('the format command', () => {
  it('leaves the cursor at its word', () => {
    expect(formatted('model A{\na String,\n longer   Int @defa|ult( 0 )\n}')).toEqual({
      text: 'model A {\n  a      String\n  longer Int    @defa|ult(0)\n}\n',
      outcome: 'formatted',
    });
  });

  it('says when there is nothing to do', () => {
    expect(formatted('model A {\n  a String|\n}\n').outcome).toBe('unchanged');
  });

  it('leaves a text with mistakes of syntax, and goes to the first', () => {
    const { text, outcome } = formatted('|model A {\n  a String [\n}\n');
    expect(text).toBe('model A {\n  a String |[|\n}\n');
    expect(outcome).toMatchObject({ refused: { line: 2, col: 12 } });
  });

  it('formats a text whose mistakes are of other kinds', () => {
    expect(formatted('model A {\na Strng|\n}\n').text).toBe('model A {\n  a Strng|\n}\n');
  });

  it('makes of any text what the formatter makes of it', () => {
    fc.assert(
      fc.property(edited, (source) => {
        let state = EditorState.create({ doc: source });
        const before = state.doc.toString();
        formatAml({ state, dispatch: (transaction) => (state = transaction.state) });
        expect(state.doc.toString()).toBe(format(before).text ?? before);
      }),
      { numRuns: 1000 },
    );
  });
});
