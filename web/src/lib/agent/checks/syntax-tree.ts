import type { AnyNode } from 'acorn';

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Every node once, each before what is in it, without recursion: generated code can nest deeply. */
export function nodesOf(root: AnyNode): readonly AnyNode[] {
  const nodes: AnyNode[] = [];
  const stack: AnyNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    nodes.push(node);
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) stack.push(...value.filter(isNode));
      else if (isNode(value)) stack.push(value);
    }
  }
  return nodes;
}

/** The name of a member that is named in the code itself: `x.name` and `x['name']`; null for others. */
export function memberName(node: AnyNode): string | null {
  if (node.type !== 'MemberExpression') return null;
  const { property } = node;
  if (!node.computed) return property.type === 'Identifier' ? property.name : null;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null;
}
