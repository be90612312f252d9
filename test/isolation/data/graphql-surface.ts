import type { GraphQLArgument, GraphQLField, GraphQLObjectType, GraphQLSchema } from 'graphql';
import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNullableType,
  isObjectType,
  isScalarType,
} from 'graphql';

/** What a root field does, as far as isolation is concerned. */
export type RootKind =
  'node' | 'one' | 'list' | 'aggregate' | 'groupBy' | 'create' | 'update' | 'delete' | 'created';

export interface RootField {
  readonly kind: RootKind;
  readonly operation: 'query' | 'mutation' | 'subscription';
  readonly field: GraphQLField<unknown, unknown>;
}

export const PAGE_ARGUMENTS: readonly string[] = ['where', 'orderBy', 'first', 'after', 'last', 'before'];

/** The root fields of an app's schema. @throws Error for one that the matrix would not know how to attack */
export function rootFields(schema: GraphQLSchema): readonly RootField[] {
  const of = (type: GraphQLObjectType | null | undefined, operation: RootField['operation']): RootField[] =>
    Object.values(type?.getFields() ?? {}).map((field) => ({
      kind: kindOf(operation, field),
      operation,
      field,
    }));
  return [
    ...of(schema.getQueryType(), 'query'),
    ...of(schema.getMutationType(), 'mutation'),
    ...of(schema.getSubscriptionType(), 'subscription'),
  ];
}

function kindOf(operation: RootField['operation'], field: GraphQLField<unknown, unknown>): RootKind {
  const names = field.args.map(({ name }) => name);
  const only = (...allowed: readonly string[]): boolean => names.every((name) => allowed.includes(name));
  const type = getNamedType(field.type);
  const isRow = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
  if (operation === 'query') {
    if (isInterfaceType(type) && type.name === 'Node' && only('id')) return 'node';
    if (isRow && names.length > 0 && field.args.every(isKeyPart)) return 'one';
    if (type.name.endsWith('Connection') && only(...PAGE_ARGUMENTS)) return 'list';
    if (type.name.endsWith('Aggregate') && only('where')) return 'aggregate';
    if (
      type.name.endsWith('Group') &&
      isListType(getNullableType(field.type)) &&
      only('by', 'where', 'first')
    )
      return 'groupBy';
  }
  if (operation === 'mutation' && isRow) {
    const keys = field.args.filter(({ name }) => name !== 'data');
    if (names.includes('data') && keys.length === 0) return 'create';
    if (keys.every(isKeyPart)) return names.includes('data') ? 'update' : 'delete';
  }
  if (operation === 'subscription' && isRow && only('where')) return 'created';
  throw unknown(`${operation} ${field.name}(${names.join(', ')})`);
}

function isKeyPart(argument: GraphQLArgument): boolean {
  const type = getNamedType(argument.type);
  return isScalarType(type) && !isNullableType(argument.type) && !isInputObjectType(type);
}

/** Arguments below the root are those of a list of related rows. @throws Error for others */
export function checkRelatedList(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): void {
  const names = field.args.map(({ name }) => name);
  if (!names.every((name) => PAGE_ARGUMENTS.includes(name)))
    throw unknown(`${type.name}.${field.name}(${names.join(', ')})`);
}

function unknown(what: string): Error {
  return new Error(`Unknown operation ${what}: add it to the matrix.`);
}
