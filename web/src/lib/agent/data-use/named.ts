import type { AnyNode } from 'acorn';

/** A name as a script or a GraphQL text has it, with the names inside of its value. */
export interface Named {
  readonly name: string;
  /** Both count from 1, in the file. */
  readonly line: number;
  readonly col: number;
  readonly inside: readonly Named[];
}

/** What is declared once in a script, under its name. */
export type Declared = ReadonlyMap<string, AnyNode>;

/** Members of a query whose texts are names of fields, not values. */
const LISTS_OF_NAMES = new Set(['select', 'orderBy']);
/** A name for an object with a name for an object in it is followed so far. */
const MOST_HOPS = 3;

/** Where a node begins, in the file. */
export function placeIn(node: AnyNode, lineOffset: number): { readonly line: number; readonly col: number } {
  const { line, column } = node.loc?.start ?? { line: 1, column: 0 };
  return { line: line + lineOffset, col: column + 1 };
}

/** A name that is declared once stands for what it was declared with. */
export function resolved(node: AnyNode, declared: Declared): AnyNode {
  return node.type === 'Identifier' ? (declared.get(node.name) ?? node) : node;
}

/** What is declared once and is no parameter anywhere. */
export function declarations(nodes: readonly AnyNode[]): Declared {
  const found = new Map<string, AnyNode>();
  const unsure = new Set<string>();
  for (const node of nodes) {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') {
      const { name } = node.id;
      if (found.has(name) || !node.init) unsure.add(name);
      else found.set(name, node.init);
    } else if ('params' in node) {
      for (const parameter of node.params) if (parameter.type === 'Identifier') unsure.add(parameter.name);
    }
  }
  for (const name of unsure) found.delete(name);
  return found;
}

/** The members of objects that are written out, with what is inside of them. */
export function namesIn(root: AnyNode, declared: Declared, lineOffset: number): readonly Named[] {
  const read = (given: AnyNode, texts: boolean, hops: number): readonly Named[] => {
    const node = hops < MOST_HOPS ? resolved(given, declared) : given;
    const next = node === given ? hops : hops + 1;
    if (node.type === 'ArrayExpression') {
      return node.elements.flatMap((element) => (element === null ? [] : read(element, texts, next)));
    }
    if (node.type === 'ObjectExpression') {
      return node.properties.flatMap((property) => {
        if (property.type === 'SpreadElement') return read(property.argument, texts, next);
        const name = keyOf(property);
        if (name === null) return [];
        const areNames = name !== 'where' && (texts || LISTS_OF_NAMES.has(name));
        const inside = read(property.value, areNames, next);
        return [{ name, ...placeIn(property.key, lineOffset), inside }];
      });
    }
    if (!texts || node.type !== 'Literal' || typeof node.value !== 'string') return [];
    return [{ name: node.value.replace(/^-/, ''), ...placeIn(node, lineOffset), inside: [] }];
  };
  return read(root, false, 0);
}

/** The name of an object's member as it is written; null for one that is computed, or spread. */
export function keyOf(property: AnyNode): string | null {
  if (property.type !== 'Property' || property.computed) return null;
  const { key } = property;
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : null;
}
