import { parse, type ASTNode, type DefinitionNode, type TypeNode, type ValueNode } from 'graphql';
import type { Named } from './named.ts';

/** One operation or fragment of a GraphQL text. */
export interface GraphqlUse {
  /** The type that a fragment is on; null for an operation. */
  readonly on: string | null;
  /** Fields with what they are given and asked for, and the types of variables with what these hold. */
  readonly names: readonly Named[];
}

type Place = (offset: number) => { readonly line: number; readonly col: number };

/** So many words a text may have; longer ones are no queries of an app. */
const MOST_TOKENS = 20_000;

/** Whether a text may be GraphQL: a selection, an operation or a fragment begins it. */
export const looksLikeGraphql = (text: string): boolean =>
  /^\s*(?:\{|(?:query|mutation|subscription|fragment)\b)/.test(text.replace(/^(?:\s*#.*)+/, ''));

/**
 * The names that a GraphQL text asks for and gives.
 * @param placeOf where an offset of the text is in its file
 * @param variables what is given with it
 * @returns null when it cannot be read
 */
export function readGraphql(
  text: string,
  placeOf: Place,
  variables: readonly Named[],
): readonly GraphqlUse[] | null {
  try {
    return parse(text, { maxTokens: MOST_TOKENS }).definitions.map((node) => useOf(node, placeOf, variables));
  } catch {
    // Half a text, or none of GraphQL at all.
    return null;
  }
}

function useOf(node: DefinitionNode, placeOf: Place, variables: readonly Named[]): GraphqlUse {
  if (node.kind === 'FragmentDefinition') {
    return { on: node.typeCondition.name.value, names: asked(node.selectionSet, placeOf) };
  }
  if (node.kind !== 'OperationDefinition') return { on: null, names: [] };
  const typed = (node.variableDefinitions ?? []).map(({ variable, type }) => ({
    name: typeName(type),
    ...placeOf(type.loc?.start ?? 0),
    inside: variables.find(({ name }) => name === variable.name.value)?.inside ?? [],
  }));
  return { on: null, names: [...typed, ...asked(node.selectionSet, placeOf)] };
}

function typeName(type: TypeNode): string {
  return type.kind === 'NamedType' ? type.name.value : typeName(type.type);
}

function asked(node: ASTNode | undefined, placeOf: Place): readonly Named[] {
  if (node?.kind === 'SelectionSet') return node.selections.flatMap((one) => asked(one, placeOf));
  if (node?.kind === 'InlineFragment') return asked(node.selectionSet, placeOf);
  if (node?.kind !== 'Field') return [];
  const given = (node.arguments ?? []).flatMap(({ value }) => inValue(value, placeOf));
  const inside = [...given, ...asked(node.selectionSet, placeOf)];
  return [{ name: node.name.value, ...placeOf(node.name.loc?.start ?? 0), inside }];
}

function inValue(value: ValueNode, placeOf: Place): readonly Named[] {
  if (value.kind === 'ListValue') return value.values.flatMap((one) => inValue(one, placeOf));
  // A list of what to group by names fields as an enum.
  if (value.kind === 'EnumValue')
    return [{ name: value.value, ...placeOf(value.loc?.start ?? 0), inside: [] }];
  if (value.kind !== 'ObjectValue') return [];
  return value.fields.map(({ name, value: inner }) => ({
    name: name.value,
    ...placeOf(name.loc?.start ?? 0),
    inside: inValue(inner, placeOf),
  }));
}
