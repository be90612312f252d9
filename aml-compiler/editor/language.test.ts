import { toggleComment } from '@codemirror/commands';
import { foldable, getIndentation, matchBrackets, syntaxTree } from '@codemirror/language';
import { closeBrackets, insertBracket } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { classHighlighter, highlightTree } from '@lezer/highlight';
import { describe, expect, it } from 'vitest';
import { explain } from './hover.ts';
import { aml } from './language.ts';

const stateOf = (doc: string, anchor = 0): EditorState =>
  EditorState.create({ doc, selection: { anchor }, extensions: [aml(), closeBrackets()] });

/** What folds at a line, counted from 1. */
function fold(doc: string, line: number): string | null {
  const state = stateOf(doc);
  const { from, to } = state.doc.line(line);
  const range = foldable(state, from, to);
  return range === null ? null : doc.slice(range.from, range.to);
}

describe('AML in the editor', () => {
  it('colours by what a word is', () => {
    const doc =
      '/// Doc\nmodel Task {\n  done Boolean @default(false) // why\n  at DateTime @default(now())\n}';
    const found: string[] = [];
    highlightTree(syntaxTree(stateOf(doc)), classHighlighter, (from, to, classes) =>
      found.push(`${doc.slice(from, to)}: ${classes}`),
    );
    expect(found).toEqual(
      expect.arrayContaining([
        '/// Doc: tok-comment',
        'model: tok-keyword',
        'Task: tok-typeName',
        'done: tok-propertyName tok-definition',
        'Boolean: tok-typeName',
        'default: tok-meta',
        'false: tok-bool',
        '// why: tok-comment',
      ]),
    );
  });

  it('folds blocks, lists over lines, and long comments', () => {
    const doc =
      '// a\n// b\n// c\nmodel A {\n  a Int\n  @@index([\n    a\n  ])\n}\n/* x\ny */\n// one\n// two\n';
    expect(fold(doc, 1)).toBe('\n// b\n// c');
    expect(fold(doc, 2)).toBeNull();
    expect(fold(doc, 4)).toBe('\n  a Int\n  @@index([\n    a\n  ])\n');
    expect(fold(doc, 6)).toBe('[\n    a\n  ]');
    expect(fold(doc, 10)).toBe(' x\ny ');
    expect(fold(doc, 12)).toBeNull();
    expect(fold('model A {\n  a Int\n', 1)).toBeNull();
  });

  it.each([
    ['model A {\n|', 2],
    ['model A {\n  a Int\n|', 2],
    ['model A {\n  a Int\n|}', 0],
    ['model A {\n  @@index([\n|\n  ])\n}', 4],
    ['model A {\n  a Int\n}\n|', 0],
    ['enum A {\n  X\n|\n}', 2],
  ])('indents the line of %j by %i', (marked, columns) => {
    const pos = marked.indexOf('|');
    expect(getIndentation(stateOf(marked.replace('|', '')), pos)).toBe(columns);
  });

  it('matches brackets, also over comments with brackets', () => {
    const doc = 'model A { // }\n  a Int[] @default([1]) /* ) */\n}';
    const match = (at: number, dir: -1 | 1): number | undefined =>
      matchBrackets(stateOf(doc), at, dir)?.end?.from;
    expect(match(doc.indexOf('{'), 1)).toBe(doc.length - 1);
    expect(match(doc.indexOf('('), 1)).toBe(doc.indexOf(')'));
    expect(match(doc.lastIndexOf(']') + 1, -1)).toBe(doc.lastIndexOf('['));
  });

  it('closes what is opened, and toggles comments', () => {
    const doc = 'model A {\n  a String @default\n}';
    const at = doc.indexOf('\n}');
    expect(insertBracket(stateOf(doc, at), '(')?.state.doc.toString()).toContain('@default()');
    let state = stateOf(doc, at);
    toggleComment({ state, dispatch: (transaction) => (state = transaction.state) });
    expect(state.doc.toString()).toBe('model A {\n  // a String @default\n}');
  });

  it.each([
    ['model A {\n  a Str|ing\n}', 'text'],
    ['model A {\n  a String @uni|que\n}', 'no two rows have the same value'],
    ['model A {\n  a String |@unique\n}', 'no two rows have the same value'],
    ['model A {\n  a String\n  @@uni|que([a])\n}', 'no two rows have the same values in all of these'],
    ['model A {\n  a DateTime @default(n|ow())\n}', 'the moment in which the record is made'],
    ['model A {\n  a Int\n  @@allow(read, ow|ner)\n}', "the app's owner"],
    ['/// All there is\nmodel A {\n  a A|\n}', 'All there is'],
    ['model A {\n  a| String\n}', undefined],
  ])('explains %j', (marked, text) => {
    const pos = marked.indexOf('|');
    const side = marked[pos + 1] === '@' ? 1 : -1;
    expect(explain(stateOf(marked.replace('|', '')), pos, side)?.text).toBe(text);
  });
});
