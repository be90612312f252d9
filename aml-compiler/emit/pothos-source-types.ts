import type { GraphQLField, GraphQLNamedType, GraphQLObjectType, GraphQLType } from 'graphql';
import { getNamedType, isEnumType, isInterfaceType, isListType, isNonNullType, isObjectType } from 'graphql';

/** What Pothos is told of the scalars, and what rows hold. */
const SCALARS: Readonly<Record<string, string>> = {
  ID: 'string',
  String: 'string',
  Boolean: 'boolean',
  Int: 'number',
  Float: 'number',
  BigInt: 'bigint | string',
  Decimal: 'number | string',
  DateTime: 'Date | string',
  JSON: 'unknown',
};

const OWN_SCALARS = ['BigInt', 'Decimal', 'DateTime', 'JSON'];

/** Whether fields of a type are where operations begin. */
export const isRoot = (type: GraphQLNamedType): boolean =>
  ['Query', 'Mutation', 'Subscription'].includes(type.name);

/** Whether a field is asked of the resolvers; the others are members of the row. */
export function isResolved(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): boolean {
  if (isRoot(type)) return true;
  // Rows are what has a global id; their relations are fetched, pages and sums come whole.
  return type.getInterfaces().length > 0 && isObjectType(getNamedType(field.type));
}

/** An interface for each object type: what its resolvers are to give. */
export function rowShapes(types: readonly GraphQLNamedType[]): string[] {
  const scalars = OWN_SCALARS.map((name) => `  ${name}: { Input: unknown; Output: unknown };`);
  return [
    // An interface would lack the index signature that Pothos asks for.
    `type Scalars = {\n${scalars.join('\n')}\n};`,
    ...types
      .filter(isObjectType)
      .filter((type) => !isRoot(type))
      .map((type) => {
        const fields = Object.values(type.getFields()).filter((field) => !isResolved(type, field));
        const lines = fields.map((field) => `  readonly ${field.name}: ${shape(field.type)};`);
        return `export interface ${type.name}Shape {\n${lines.join('\n')}\n}`;
      }),
  ];
}

/** The one interface that whoever uses the source implements. */
export function resolverTypes(types: readonly GraphQLNamedType[]): string {
  const blocks = types.filter(isObjectType).flatMap((type) => {
    const fields = Object.values(type.getFields()).filter((field) => isResolved(type, field));
    if (fields.length === 0) return [];
    const parent = isRoot(type) ? 'object' : `${type.name}Shape`;
    const lines = fields.map(
      (field) =>
        `    readonly ${field.name}: ${type.name === 'Subscription' ? 'Subscribe' : 'Resolve'}<${parent}, ${shape(field.type)}>;`,
    );
    return [`  readonly ${type.name}: {\n${lines.join('\n')}\n  };`];
  });
  return [
    'export interface Resolvers {',
    '  /** Name of the type that a row found by `node` has. */',
    '  readonly typeOf: (row: object) => string;',
    ...blocks,
    '}',
  ].join('\n');
}

function shape(type: GraphQLType): string {
  if (!isNonNullType(type)) return `${required(type)} | null`;
  return required(type.ofType);
}

function required(type: GraphQLType): string {
  if (isListType(type)) return `readonly (${shape(type.ofType)})[]`;
  const named = getNamedType(type);
  if (isEnumType(named))
    return named
      .getValues()
      .map((value) => JSON.stringify(value.name))
      .join(' | ');
  if (isInterfaceType(named)) return 'object';
  return SCALARS[named.name] ?? `${named.name}Shape`;
}
