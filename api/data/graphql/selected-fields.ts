import type { FieldNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import { GraphQLIncludeDirective, GraphQLSkipDirective, Kind, getDirectiveValues } from 'graphql';

/**
 * The fields that a query selects on a type, by name: fragments opened, `@skip` and `@include` obeyed. One name may
 * come several times, under different aliases.
 */
export function selectedFields(
  info: GraphQLResolveInfo,
  typeName: string,
  nodes: readonly FieldNode[],
): ReadonlyMap<string, readonly FieldNode[]> {
  const found = new Map<string, FieldNode[]>();
  for (const node of nodes) if (node.selectionSet) visit(node.selectionSet);
  return found;

  function visit(set: SelectionSetNode): void {
    for (const selection of set.selections) {
      if (getDirectiveValues(GraphQLSkipDirective, selection, info.variableValues)?.['if'] === true) continue;
      if (getDirectiveValues(GraphQLIncludeDirective, selection, info.variableValues)?.['if'] === false)
        continue;
      if (selection.kind === Kind.FIELD) {
        const known = found.get(selection.name.value);
        if (known) known.push(selection);
        else found.set(selection.name.value, [selection]);
        continue;
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? info.fragments[selection.name.value] : selection;
      const condition = fragment?.typeCondition?.name.value;
      if (fragment && (condition === undefined || condition === typeName || condition === 'Node')) {
        visit(fragment.selectionSet);
      }
    }
  }
}
