import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql';
import type { OperationKind } from './example.ts';

/** Where the docs stand: the root fields, or a type with perhaps one field in the light. */
export type DocsPlace =
  | { readonly kind: 'start' }
  | { readonly kind: 'type'; readonly type: string; readonly field: string | null };

export const startOf: DocsPlace = { kind: 'start' };

export type TypeKind = 'object' | 'input' | 'enum' | 'scalar' | 'interface' | 'union';

export function kindOf(type: GraphQLNamedType): TypeKind {
  if (isObjectType(type)) return 'object';
  if (isInputObjectType(type)) return 'input';
  if (isEnumType(type)) return 'enum';
  if (isInterfaceType(type)) return 'interface';
  if (isUnionType(type)) return 'union';
  if (isScalarType(type)) return 'scalar';
  throw new Error('GraphQL has no other kind of type.');
}

export interface Root {
  readonly kind: OperationKind;
  readonly type: string;
  readonly fields: readonly GraphQLField<unknown, unknown>[];
}

/** The operations that a schema has, each with what it may ask for. */
export function rootsOf(schema: GraphQLSchema): readonly Root[] {
  const types = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  return types.flatMap(([kind, type]) =>
    type ? [{ kind, type: type.name, fields: Object.values(type.getFields()) }] : [],
  );
}

export interface Found {
  readonly label: string;
  readonly place: DocsPlace;
}

const FOUND_AT_MOST = 50;

/** Types and fields by a part of their name, those that begin with it first; 50 at most. */
export function searchSchema(schema: GraphQLSchema, words: string): readonly Found[] {
  const wanted = words.trim().toLowerCase();
  const found: (Found & { readonly rank: number })[] = [];
  const add = (name: string, label: string, place: DocsPlace): void => {
    const at = name.toLowerCase().indexOf(wanted);
    if (at >= 0) found.push({ label, place, rank: Math.min(at, 1) });
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    add(type.name, type.name, { kind: 'type', type: type.name, field: null });
    if (!('getFields' in type)) continue;
    for (const field of Object.values(type.getFields()))
      add(field.name, `${type.name}.${field.name}`, { kind: 'type', type: type.name, field: field.name });
  }
  return found.sort((a, b) => a.rank - b.rank || a.label.length - b.label.length).slice(0, FOUND_AT_MOST);
}

/** A type reference with its name apart from the marks around it: `[Task!]!` is `[`, `Task`, `!]!`. */
export function partsOf(type: Parameters<typeof getNamedType>[0]): readonly [string, string, string] {
  const name = getNamedType(type)?.name ?? '';
  const text = String(type);
  const at = text.indexOf(name);
  return [text.slice(0, at), name, text.slice(at + name.length)];
}
