import {
  defineLanguageFacet,
  delimitedIndent,
  foldNodeProp,
  indentNodeProp,
  languageDataProp,
} from '@codemirror/language';
import type { SyntaxNode } from '@lezer/common';
import { NodeProp, NodeSet, NodeType } from '@lezer/common';
import { styleTags, tags } from '@lezer/highlight';

/** What encloses others: made from nodes of the syntax tree. */
const INNER = [
  'Document',
  'Model',
  'Enum',
  'Config',
  'Block',
  'Field',
  'EnumValue',
  'Type',
  'Attribute',
  'BlockAttribute',
  'Arguments',
  'Argument',
  'Call',
  'List',
] as const;

/** What encloses nothing: one token each. */
const LEAF = [
  'Keyword',
  'ModelName',
  'EnumName',
  'FieldName',
  'ValueName',
  'TypeName',
  'AttributeName',
  'ArgumentName',
  'FunctionName',
  'Word',
  'Boolean',
  'Number',
  'String',
  'Comment',
  'BlockComment',
  'DocComment',
  'At',
  'Punctuation',
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
] as const;

/** A character that no token begins with. */
const STRAY = '⚠';

export type InnerName = (typeof INNER)[number];
export type LeafName = (typeof LEAF)[number] | typeof STRAY;

const PARTNERS: Readonly<Record<string, NodeProp<readonly string[]>>> = {
  '{': NodeProp.closedBy,
  '(': NodeProp.closedBy,
  '[': NodeProp.closedBy,
  '}': NodeProp.openedBy,
  ')': NodeProp.openedBy,
  ']': NodeProp.openedBy,
};
const PARTNER_OF: Readonly<Record<string, string>> = {
  '{': '}',
  '(': ')',
  '[': ']',
  '}': '{',
  ')': '(',
  ']': '[',
};

/** What the editor's commands ask about the language; `language.ts` answers. */
export const languageData = defineLanguageFacet();

const names: readonly string[] = [...INNER, ...LEAF, STRAY];

function define(name: string, id: number): NodeType {
  const prop = PARTNERS[name];
  const partner = PARTNER_OF[name];
  return NodeType.define({
    id,
    name,
    top: name === 'Document',
    error: name === STRAY,
    ...(prop !== undefined && partner !== undefined ? { props: [[prop, [partner]]] } : {}),
  });
}

/** What stands between the brackets of a block or a list; nothing while it is not closed. */
function inside(node: SyntaxNode): { from: number; to: number } | null {
  const first = node.firstChild;
  const last = node.lastChild;
  if (first === null || last === null || PARTNER_OF[first.name] !== last.name) return null;
  return { from: first.to, to: last.from };
}

export const NODES = new NodeSet(names.map(define)).extend(
  styleTags({
    Keyword: tags.definitionKeyword,
    'ModelName EnumName': tags.definition(tags.typeName),
    FieldName: tags.definition(tags.propertyName),
    ValueName: tags.constant(tags.variableName),
    TypeName: tags.typeName,
    'AttributeName At': tags.annotation,
    ArgumentName: tags.labelName,
    FunctionName: tags.function(tags.variableName),
    Word: tags.variableName,
    Boolean: tags.bool,
    Number: tags.number,
    String: tags.string,
    Comment: tags.lineComment,
    BlockComment: tags.blockComment,
    DocComment: tags.docComment,
    Punctuation: tags.punctuation,
    '{ }': tags.brace,
    '( )': tags.paren,
    '[ ]': tags.squareBracket,
    [STRAY]: tags.invalid,
  }),
  languageDataProp.add({ Document: languageData }),
  indentNodeProp.add({
    Block: delimitedIndent({ closing: '}', align: false }),
    Arguments: delimitedIndent({ closing: ')', align: false }),
    List: delimitedIndent({ closing: ']', align: false }),
  }),
  foldNodeProp.add({
    Block: inside,
    Arguments: inside,
    List: inside,
    BlockComment: (node) => ({ from: node.from + 2, to: node.to - 2 }),
  }),
);

const ids = new Map(names.map((name, id) => [name, id]));

/** The number of a node's type in `NODES`. */
export function nodeId(name: InnerName | LeafName): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`There is no node ${name}.`);
  return id;
}
