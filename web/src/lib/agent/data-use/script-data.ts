import type { AnyNode, CallExpression } from 'acorn';
import { memberName } from '../checks/syntax-tree.ts';
import { looksLikeGraphql, readGraphql, type GraphqlUse } from './graphql-text.ts';
import { declarations, keyOf, namesIn, placeIn, resolved, type Declared, type Named } from './named.ts';

/** One place where a script names the app's data (docs/bridge.md). */
export type DataUse =
  | {
      readonly kind: 'call';
      /** Null: no model is named, so the first one is meant. */
      readonly model: string | null;
      readonly line: number;
      readonly col: number;
      /** Fields that are given or asked for, and what is within them. */
      readonly names: readonly Named[];
    }
  | ({ readonly kind: 'graphql' } & GraphqlUse);

export interface ScriptData {
  readonly uses: readonly DataUse[];
  /** When a model is chosen as the script runs, any text may be its name: those of one word. */
  readonly anyOf: readonly Named[];
}

/** Reads a script's use of `submit`, `query` and `graphql`. What it puts together while it runs is not seen. */
export function readScriptData(nodes: readonly AnyNode[], source: string, lineOffset: number): ScriptData {
  const declared = declarations(nodes);
  const bare = bareMethods(nodes, declared);
  const uses: DataUse[] = [];
  const variables = new Map<AnyNode, readonly Named[]>();
  let isOpen = false;

  const add = (node: CallExpression, entity: AnyNode | null | 'unknown', given: readonly AnyNode[]): void => {
    const model = entity === null || entity === 'unknown' ? null : textOf(resolved(entity, declared));
    if (entity === 'unknown' || (entity !== null && model === null)) return void (isOpen = true);
    const place = placeIn(entity ?? node, lineOffset);
    const names = given.flatMap((one) => namesIn(one, declared, lineOffset));
    uses.push({ kind: 'call', model, ...place, names });
  };

  for (const node of nodes) {
    if (node.type !== 'CallExpression') continue;
    const [first, second] = node.arguments.map((one) => resolved(one, declared));
    switch (methodOf(node, declared, bare)) {
      case 'submit':
        add(
          node,
          second === undefined ? null : entityOf(second, 'submit'),
          first === undefined ? [] : [first],
        );
        break;
      case 'query':
        for (const one of first?.type === 'ArrayExpression' ? first.elements : [first ?? null])
          add(node, one === null ? null : entityOf(one, 'query'), one === null ? [] : [one]);
        break;
      case 'graphql':
        if (first !== undefined && second !== undefined)
          variables.set(first, namesIn(second, declared, lineOffset));
    }
  }
  for (const node of nodes) {
    const text = graphqlIn(node, source);
    if (text === null) continue;
    const placeOf = (offset: number): ReturnType<typeof placeIn> =>
      placeAt(source, text.start + offset, lineOffset);
    for (const filled of text.filled) {
      const found = readGraphql(filled, placeOf, variables.get(node) ?? []);
      if (found === null) continue;
      uses.push(...found.map((use) => ({ kind: 'graphql' as const, ...use })));
      break;
    }
  }
  return { uses, anyOf: isOpen ? wordsOf(nodes, lineOffset) : [] };
}

type Method = 'submit' | 'query' | 'graphql';
const isMethod = (name: string | null): name is Method =>
  name === 'submit' || name === 'query' || name === 'graphql';

/** Methods that a script took out of the bridge: `const { query } = platform`. */
function bareMethods(nodes: readonly AnyNode[], declared: Declared): ReadonlyMap<string, Method> {
  const found = new Map<string, Method>();
  for (const node of nodes) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'ObjectPattern') continue;
    if (!node.init || !isBridge(node.init, declared)) continue;
    for (const property of node.id.properties) {
      const name = keyOf(property);
      if (property.type === 'Property' && property.value.type === 'Identifier' && isMethod(name))
        found.set(property.value.name, name);
    }
  }
  return found;
}

function methodOf(
  { callee }: CallExpression,
  declared: Declared,
  bare: ReadonlyMap<string, Method>,
): Method | null {
  if (callee.type === 'Identifier') return bare.get(callee.name) ?? null;
  const name = memberName(callee);
  const isOfBridge = callee.type === 'MemberExpression' && isBridge(callee.object, declared);
  return isOfBridge && isMethod(name) ? name : null;
}

/** `platform`, `window.platform`, or a name for one of them. */
function isBridge(node: AnyNode, declared: Declared): boolean {
  if (node.type === 'Identifier' && node.name === 'platform') return true;
  return memberName(resolved(node, declared)) === 'platform';
}

/** The model that is named; null when none is, `unknown` when that shows only while the script runs. */
function entityOf(node: AnyNode, method: 'submit' | 'query'): AnyNode | null | 'unknown' {
  if (node.type === 'Identifier' && node.name === 'undefined') return null;
  if (node.type !== 'ObjectExpression') return 'unknown';
  const named = node.properties.find((property) => keyOf(property) === 'entity');
  if (named?.type === 'Property') return named.value;
  // What is spread into the options may name it.
  const spreads = node.properties.some(({ type }) => type === 'SpreadElement');
  return spreads && method === 'query' ? 'unknown' : null;
}

function textOf(node: AnyNode): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return null;
  return node.quasis[0]?.value.cooked ?? null;
}

/** Texts that stand in for what a template fills in later: as a value, or as a field. */
const FILLINGS = ['0', 'x'] as const;

/** A text that may be GraphQL, with what is filled in later replaced by as many characters. */
function graphqlIn(
  node: AnyNode,
  source: string,
): { readonly start: number; readonly filled: readonly string[] } | null {
  const isText = node.type === 'Literal' && typeof node.value === 'string';
  if (!isText && node.type !== 'TemplateLiteral') return null;
  const start = node.start + 1;
  const raw = source.slice(start, node.end - 1);
  if (!looksLikeGraphql(raw.replaceAll('\\n', '  '))) return null;
  if (node.type !== 'TemplateLiteral') {
    // An escape takes as much room as what it stands for, so that places stay.
    return { start, filled: [raw.replaceAll('\\n', '  ').replace(/\\(["'])/g, ' $1')] };
  }
  if (node.expressions.length === 0) return { start, filled: [raw] };
  const filled = FILLINGS.map((filling) => {
    let text = raw;
    for (const expression of node.expressions) {
      const [from, to] = [expression.start - start - 2, expression.end - start + 1];
      const room = text.slice(from, to).replace(/[^\n]/g, ' ');
      text = text.slice(0, from) + filling + room.slice(1) + text.slice(to);
    }
    return text;
  });
  return { start, filled };
}

function placeAt(source: string, offset: number, lineOffset: number): ReturnType<typeof placeIn> {
  const before = source.slice(0, offset);
  return { line: before.split('\n').length + lineOffset, col: offset - before.lastIndexOf('\n') };
}

function wordsOf(nodes: readonly AnyNode[], lineOffset: number): readonly Named[] {
  return nodes.flatMap((node) => {
    const text = textOf(node);
    return text !== null && /^[A-Za-z]\w*$/.test(text)
      ? [{ name: text, ...placeIn(node, lineOffset), inside: [] }]
      : [];
  });
}
