import type { AnyNode, CallExpression } from 'acorn';
import { HOLE, idsInMarkup, isAnything } from './id-pattern.ts';
import { memberName, nodesOf } from './syntax-tree.ts';

/** The element ids that a script asks for and those that it may give. */
export interface ScriptIds {
  /** Each id once, where it is asked for first. */
  readonly asked: readonly AskedId[];
  /** Ids given to elements, with holes (see `id-pattern.ts`) for what is known only while it runs. */
  readonly given: readonly string[];
  /** All other texts of the script: an id that comes from elsewhere in the app is one of them. */
  readonly texts: readonly string[];
  /** Some id is given of which nothing is known. */
  readonly givesAny: boolean;
}

export interface AskedId {
  readonly id: string;
  readonly line: number;
  readonly col: number;
}

/** Longer functions do more than to look an element up. */
const HELPER_CHARACTERS = 400;
/** A selector that needs this id: alone, or with something of or within the element behind it. */
const NEEDS_ID = /^\s*#([A-Za-z_][\w-]*)(?=$|[\s.:[>+~])[^,]*$/;

type Way = 'id' | 'selector';
const WAYS: Readonly<Record<string, Way>> = {
  getElementById: 'id',
  querySelector: 'selector',
  querySelectorAll: 'selector',
};
/** Functions that are called with a selector in most apps that have them. */
const BY_CUSTOM: readonly (readonly [string, Way])[] = [
  ['$', 'selector'],
  ['$$', 'selector'],
  ['jQuery', 'selector'],
];
/** Where these are, an element may be looked for in a document that is no page of the app. */
const OTHER_DOCUMENTS = new Set(['DOMParser', 'contentDocument', 'contentWindow', 'responseXML']);

/**
 * Reads a script's use of element ids. Only literals count as asked; whatever might give an id counts as given.
 * @param nodes all of the script's syntax tree, each before what is in it
 */
export function readIds(nodes: readonly AnyNode[], lineOffset: number): ScriptIds {
  const asked = new Map<string, AskedId & { readonly at: number }>();
  const given: string[] = [];
  const texts: string[] = [];
  /** Nodes that were read as a part of what is around them. */
  const done = new Set<AnyNode>();
  const { helpers, onlyDocument } = surroundings(nodes);

  const give = (value: AnyNode): void => {
    for (const node of alternatives(value)) given.push(textOf(node, done) ?? HOLE);
  };
  const ask = (node: AnyNode, way: Way): void => {
    const text = textOf(node, done);
    const id = way === 'id' ? text : (NEEDS_ID.exec(text ?? '')?.[1] ?? null);
    if (id === null || id === '' || id.includes(HOLE)) return;
    const { line, column } = node.loc?.start ?? { line: 1, column: 0 };
    const before = asked.get(id);
    if (before !== undefined && before.at < node.start) return;
    asked.set(id, { id, line: line + lineOffset, col: column + 1, at: node.start });
  };

  for (const node of nodes) {
    if (done.has(node)) continue;
    if (node.type === 'CallExpression') {
      const way = wayOf(node, helpers, onlyDocument);
      const [first] = node.arguments;
      if (way !== null && first !== undefined) ask(first, way);
      const value = givenBy(node);
      if (value !== null) give(value);
    } else if (node.type === 'AssignmentExpression' && memberName(node.left) === 'id') {
      give(node.right);
    } else if (node.type === 'Property') {
      const key = node.computed ? null : keyOf(node.key);
      if (key === 'id') give(node.value);
      else if (key !== null) texts.push(key);
    } else if (isText(node)) {
      const text = textOf(node, done) ?? '';
      // Somebody sets a member or attribute of this name.
      if (text === 'id') given.push(HOLE);
      given.push(...idsInMarkup(text));
      if (!/[\s<>]/.test(text) && !isAnything(text)) texts.push(text);
    }
  }
  const known = given.filter((id) => !isAnything(id));
  return {
    asked: [...asked.values()].map(({ id, line, col }) => ({ id, line, col })),
    given: known,
    texts,
    givesAny: known.length < given.length,
  };
}

/** Functions of the script that look an element up, and whether only `document` is sure to be the page's. */
function surroundings(nodes: readonly AnyNode[]): {
  readonly helpers: ReadonlyMap<string, Way>;
  readonly onlyDocument: boolean;
} {
  const found = new Map<string, Way | null>();
  let onlyDocument = false;
  const note = (name: AnyNode | null | undefined, value: AnyNode | null | undefined): void => {
    if (name?.type !== 'Identifier' || !value) return;
    const way = helperWay(value);
    // Two functions of one name cannot be told apart here.
    found.set(name.name, found.has(name.name) && found.get(name.name) !== way ? null : way);
  };
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator') note(node.id, node.init);
    else if (node.type === 'FunctionDeclaration') note(node.id, node);
    else if (node.type === 'Identifier' && OTHER_DOCUMENTS.has(node.name)) onlyDocument = true;
  }
  const helpers = new Map<string, Way>();
  for (const [name, way] of [...BY_CUSTOM, ...found]) {
    if (way === null) helpers.delete(name);
    else helpers.set(name, way);
  }
  return { helpers, onlyDocument };
}

/** How a function looks up the element that its first parameter names; null for one that does not, or makes it too. */
function helperWay(value: AnyNode): Way | null {
  const isFunction =
    value.type === 'ArrowFunctionExpression' ||
    value.type === 'FunctionExpression' ||
    value.type === 'FunctionDeclaration';
  if (!isFunction || value.end - value.start > HELPER_CHARACTERS) return null;
  const [parameter] = value.params;
  if (parameter?.type !== 'Identifier') return null;
  let way: Way | null = null;
  let makes = false;
  for (const node of nodesOf(value.body)) {
    if (node.type === 'AssignmentExpression' && memberName(node.left) !== null) makes = true;
    if (node.type !== 'CallExpression') continue;
    const method = memberName(node.callee) ?? '';
    if (/^(createElement|setAttribute|insertAdjacentHTML)/.test(method)) makes = true;
    const [first] = node.arguments;
    if (first?.type === 'Identifier' && first.name === parameter.name) way ??= WAYS[method] ?? null;
  }
  return makes ? null : way;
}

function wayOf(
  { callee }: CallExpression,
  helpers: ReadonlyMap<string, Way>,
  onlyDocument: boolean,
): Way | null {
  if (callee.type === 'Identifier') return onlyDocument ? null : (helpers.get(callee.name) ?? null);
  if (callee.type !== 'MemberExpression') return null;
  const way = WAYS[memberName(callee) ?? ''] ?? null;
  const onPage = callee.object.type === 'Identifier' && callee.object.name === 'document';
  return onlyDocument && !onPage ? null : way;
}

/** The value that a call gives as an id: `setAttribute('id', value)` and the like, any attribute too; null for others. */
function givenBy({ callee, arguments: given }: CallExpression): AnyNode | null {
  const at = { setAttribute: 0, attr: 0, setAttributeNS: 1 }[memberName(callee) ?? ''];
  if (at === undefined) return null;
  const [name, value] = [given[at], given[at + 1]];
  const isOther = name?.type === 'Literal' && name.value !== 'id';
  return isOther ? null : (value ?? null);
}

/** `a ? b : c` and `b || c` give either. */
function alternatives(node: AnyNode): readonly AnyNode[] {
  if (node.type === 'ConditionalExpression') {
    return [...alternatives(node.consequent), ...alternatives(node.alternate)];
  }
  if (node.type === 'LogicalExpression') return [...alternatives(node.left), ...alternatives(node.right)];
  return [node];
}

function keyOf(key: AnyNode): string | null {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : null;
}

function isText(node: AnyNode): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string';
  return node.type === 'TemplateLiteral' || (node.type === 'BinaryExpression' && node.operator === '+');
}

/** A literal, a template or a sum of them, with holes for what is not known; null for anything else. */
function textOf(root: AnyNode, done: Set<AnyNode>): string | null {
  if (!isText(root)) return null;
  const pieces: string[] = [];
  const stack: AnyNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'Literal' && typeof node.value === 'string') pieces.push(node.value);
    else if (node.type === 'TemplateElement') pieces.push(node.value.cooked ?? node.value.raw);
    else if (node.type === 'TemplateLiteral') {
      const { quasis, expressions } = node;
      const parts = quasis.flatMap((quasi, at): AnyNode[] => [quasi, ...expressions.slice(at, at + 1)]);
      stack.push(...parts.toReversed());
    } else if (node.type === 'BinaryExpression' && node.operator === '+') stack.push(node.right, node.left);
    else {
      pieces.push(HOLE);
      continue;
    }
    done.add(node);
  }
  return pieces.join('');
}
