import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Input, PartialParse, Tree, TreeFragment } from '@lezer/common';
import { Parser } from '@lezer/common';
import { createReport } from '../report.ts';
import { lineIndex } from '../syntax/line-index.ts';
import { parse } from '../syntax/parse.ts';
import { tokenize } from '../syntax/tokenize.ts';
import type { DocumentNode } from '../syntax/tree.ts';
import { buildTree } from './build-tree.ts';

/** The syntax tree that an editor's tree was made from. */
const documents = new WeakMap<Tree, DocumentNode>();

/** The compiler's own reading of a text; one in another language altogether has tokens only. */
export function readDocument(source: string): DocumentNode {
  return (
    parse(source, createReport(lineIndex(source))) ?? {
      source,
      tokens: tokenize(source),
      models: [],
      enums: [],
      configs: [],
    }
  );
}

/** What the editor's text says now; read again only when the editor has not parsed it all yet. */
export function documentOf(state: EditorState): DocumentNode {
  const found = documents.get(syntaxTree(state));
  return found !== undefined && found.source.length === state.doc.length
    ? found
    : readDocument(state.doc.toString());
}

function parseTree(source: string): Tree {
  const document = readDocument(source);
  const tree = buildTree(document);
  documents.set(tree, document);
  return tree;
}

/**
 * Lezer's face of the compiler's parser, so that there is one grammar (design 5). It reads the whole text at once:
 * 64 KB, the most that a source may have, take a few milliseconds (`test/bench/aml.ts`).
 */
class AmlParser extends Parser {
  createParse(
    input: Input,
    _fragments: readonly TreeFragment[],
    ranges: readonly { from: number; to: number }[],
  ): PartialParse {
    let parsedPos = ranges[0]?.from ?? 0;
    return {
      // It is never half done, so it cannot be stopped halfway.
      stoppedAt: null,
      stopAt: () => undefined,
      get parsedPos() {
        return parsedPos;
      },
      advance() {
        const source = readRanges(input, ranges);
        parsedPos += source.length;
        return parseTree(source);
      },
    };
  }
}

/** What lies between the ranges (in a text that only holds AML) becomes blanks, so that all offsets stay. */
function readRanges(input: Input, ranges: readonly { from: number; to: number }[]): string {
  let text = '';
  let at = ranges[0]?.from ?? 0;
  for (const { from, to } of ranges) {
    text += ' '.repeat(from - at) + input.read(from, to);
    at = to;
  }
  return text;
}

export const amlParser: Parser = new AmlParser();
