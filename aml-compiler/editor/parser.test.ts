import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { Tree } from '@lezer/common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edited, piece } from '../corpus/edits.ts';
import { readCorpus } from '../corpus/read-corpus.ts';
import { tokenize } from '../syntax/tokenize.ts';
import { aml } from './language.ts';
import { amlParser, documentOf } from './parser.ts';

const all = [...readCorpus('prisma'), ...readCorpus('aml')];

/** Every token is a leaf of its own, and every node lies within its parent and the text. */
function check(source: string, tree: Tree = amlParser.parse(source)): void {
  const leaves: string[] = [];
  const open: { readonly to: number }[] = [];
  tree.iterate({
    enter(node) {
      const parentEnd = open.at(-1)?.to ?? source.length;
      if (node.from < 0 || node.to > parentEnd || node.to < node.from)
        throw new Error(`${node.name} ${node.from}-${node.to} is not within ${parentEnd}`);
      open.push({ to: node.to });
      if (node.from < node.to && node.node.firstChild === null && !node.type.isTop)
        leaves.push(`${node.from}-${node.to}`);
    },
    leave: () => void open.pop(),
  });
  const tokens = tokenize(source).filter(({ kind }) => kind !== 'end');
  expect(leaves).toEqual(tokens.map(({ start, end }) => `${start}-${end}`));
}

/** Types and places of all nodes. */
function shape(tree: Tree): string[] {
  const nodes: string[] = [];
  tree.iterate({ enter: ({ name, from, to }) => void nodes.push(`${name} ${from} ${to}`) });
  return nodes;
}

describe('the tree of the editor', () => {
  it('names the parts of a text', () => {
    const tree = amlParser.parse(
      '/// Doc\nmodel Task {\n  tags Kind[] /* x */ @default([A]) // y\n  @@index([id(sort: Desc)])\n}\nenum Kind { A }\n',
    );
    expect(tree.toString()).toBe(
      'Document(DocComment,Model(Keyword,ModelName,Block("{",' +
        'Field(FieldName,Type(TypeName,"[","]"),BlockComment,' +
        'Attribute(At,AttributeName,Arguments("(",Argument(List("[",Word,"]")),")"))),Comment,' +
        'BlockAttribute(At,AttributeName,Arguments("(",Argument(List("[",Call(FunctionName,Arguments("(",' +
        'Argument(ArgumentName,Punctuation,Word),")")),"]")),")")),"}")),' +
        'Enum(Keyword,EnumName,Block("{",EnumValue(ValueName),"}")))',
    );
  });

  it.each(all)('$file: every token is in it, and none is an error', ({ source }) => {
    const tree = amlParser.parse(source);
    check(source, tree);
    const errors: number[] = [];
    tree.iterate({ enter: (node) => void (node.type.isError && errors.push(node.from)) });
    expect(errors).toEqual([]);
  });

  it('marks characters that begin no token as errors', () => {
    expect(amlParser.parse('model A {\n  a String #\n}').toString()).toContain('⚠');
  });

  it('gives an unclosed block the lines up to the next block', () => {
    const tree = amlParser.parse('model A {\n  a String\n\n\nmodel B {\n  b String\n}\n');
    expect(tree.topNode.getChild('Model')?.to).toBe('model A {\n  a String\n\n\n'.length);
  });

  it('takes edited sources of all kinds', () => {
    fc.assert(
      fc.property(edited, (source) => check(source)),
      { numRuns: 500 },
    );
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (source) => check(source)),
      { numRuns: 500 },
    );
  });

  it('is after any edits what a reading from scratch gives', () => {
    const edits = fc.array(
      fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), remove: fc.nat(20), insert: piece }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...all.slice(0, 12)), edits, ({ source }, list) => {
        let state = EditorState.create({ doc: source, extensions: [aml()] });
        for (const { at, remove, insert } of list) {
          const from = Math.floor(at * state.doc.length);
          const to = Math.min(from + remove, state.doc.length);
          state = state.update({ changes: { from, to, insert } }).state;
        }
        const text = state.doc.toString();
        const tree = ensureSyntaxTree(state, state.doc.length, 5_000) ?? Tree.empty;
        expect(shape(tree)).toEqual(shape(amlParser.parse(text)));
        expect(documentOf(state).source).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  it('reads pieces of another text, with blanks for what lies between', () => {
    const text = 'xx model A {\n  a String\n--\n}\n';
    const ranges = [
      { from: 3, to: text.indexOf('--') },
      { from: text.indexOf('--') + 2, to: text.length },
    ];
    const tree = amlParser.parse(text, [], ranges);
    expect(tree.toString()).toBe(
      'Document(Model(Keyword,ModelName,Block("{",Field(FieldName,Type(TypeName)),"}")))',
    );
    expect(tree.length).toBe(text.length - 3);
  });
});
