import { Tree } from '@lezer/common';
import type { Token } from '../syntax/token.ts';
import type { DocumentNode } from '../syntax/tree.ts';
import { nodeId, NODES, type LeafName } from './nodes.ts';
import { outline } from './outline.ts';

/** Numbers of one node in the buffer that `Tree.build` reads: type, start, end, and how many numbers its subtree takes. */
const NUMBERS_PER_NODE = 4;

interface OpenNode {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  /** How long the buffer was when it began. */
  readonly at: number;
  readonly isOpen: boolean;
}

/**
 * The Lezer tree of a parsed text: every token is a leaf, what the syntax tree knows encloses them. The nodes come in
 * order and the buffer is written behind their children, so it is one pass. An empty error ends what is not closed;
 * by it the editor knows that the lines behind still belong there.
 */
export function buildTree(document: DocumentNode): Tree {
  const { inner, roles } = outline(document);
  const buffer: number[] = [];
  const open: OpenNode[] = [];
  let next = 0;

  const closeUntil = (offset: number): void => {
    for (let top = open.at(-1); top !== undefined && top.end <= offset; top = open.at(-1)) {
      open.pop();
      if (top.isOpen) buffer.push(nodeId('⚠'), top.end, top.end, NUMBERS_PER_NODE);
      buffer.push(top.id, top.start, top.end, buffer.length - top.at + NUMBERS_PER_NODE);
    }
  };
  for (const token of document.tokens) {
    closeUntil(token.start);
    if (token.kind === 'end') break;
    for (let node = inner[next]; node !== undefined && node.start <= token.start; node = inner[next]) {
      next++;
      const end = Math.min(node.end, open.at(-1)?.end ?? document.source.length);
      const { isOpen } = node;
      if (end > token.start)
        open.push({ id: nodeId(node.name), start: token.start, end, at: buffer.length, isOpen });
    }
    const leaf = roles.get(token.start) ?? plainLeaf(document.source, token);
    buffer.push(nodeId(leaf), token.start, token.end, NUMBERS_PER_NODE);
  }
  closeUntil(Number.POSITIVE_INFINITY);
  return Tree.build({
    buffer,
    nodeSet: NODES,
    topID: nodeId('Document'),
    start: 0,
    length: document.source.length,
  });
}

/** What a token is by itself, when nothing in the tree says more. */
function plainLeaf(source: string, token: Token): LeafName {
  const char = source[token.start] ?? '';
  switch (token.kind) {
    case 'comment':
      return source[token.start + 1] === '*' ? 'BlockComment' : 'Comment';
    case 'doc':
      return 'DocComment';
    case 'number':
      return 'Number';
    case 'string':
      return 'String';
    case 'name':
      return 'Word';
    case 'punctuation':
      return char === '@' ? 'At' : isBracket(char) ? char : 'Punctuation';
    default:
      return '⚠';
  }
}

function isBracket(char: string): char is '{' | '}' | '(' | ')' | '[' | ']' {
  return char !== '' && '{}()[]'.includes(char);
}
