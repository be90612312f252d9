import type { IrValueField } from './ir.ts';

/**
 * The operators of `where` by kind of field, in the order in which messages list them, each with what it takes
 * (design 6). The bridge, the typed client and OpenAPI all read this table.
 */

export type FilterKind = 'list' | 'json' | 'boolean' | 'enum' | 'ordered' | 'text';

/**
 * `nullable`: a value of the field, or null where the field may be empty. `not`: the same, or operators again. `value`,
 * `values`: never null. `json`: any JSON. `jsonValue`: any but null. `path`: names that lead into a JSON value.
 */
export type Operand =
  'nullable' | 'not' | 'value' | 'values' | 'json' | 'jsonValue' | 'path' | 'text' | 'flag' | 'mode';

type Operators = Readonly<Record<string, Operand>>;

const EITHER_WAY: Operators = { equals: 'nullable', not: 'not' };
const EQUALITY: Operators = { ...EITHER_WAY, in: 'values', notIn: 'values' };
const ORDERED: Operators = { ...EQUALITY, lt: 'value', lte: 'value', gt: 'value', gte: 'value' };

export const FILTER_OPERATORS: Readonly<Record<FilterKind, Operators>> = {
  list: { equals: 'values', has: 'value', hasSome: 'values', hasEvery: 'values', isEmpty: 'flag' },
  json: {
    equals: 'json',
    not: 'json',
    path: 'path',
    string_contains: 'text',
    string_starts_with: 'text',
    string_ends_with: 'text',
    array_contains: 'jsonValue',
    array_starts_with: 'jsonValue',
    array_ends_with: 'jsonValue',
  },
  boolean: EITHER_WAY,
  enum: EQUALITY,
  ordered: ORDERED,
  text: { ...ORDERED, contains: 'value', startsWith: 'value', endsWith: 'value', mode: 'mode' },
};

/** Operators of a relation's condition: of a list of rows, and of a single row. */
export const TO_MANY_OPERATORS = ['some', 'every', 'none'] as const;
export const TO_ONE_OPERATORS = ['is', 'isNot'] as const;

export function filterKind(field: IrValueField): FilterKind {
  if (field.list) return 'list';
  if (field.kind === 'enum') return 'enum';
  switch (field.type) {
    case 'Boolean':
      return 'boolean';
    case 'Json':
      return 'json';
    case 'String':
      return 'text';
    default:
      return 'ordered';
  }
}

/** The operators of a field, in the order in which messages list them. */
export function operatorsOf(field: IrValueField): readonly string[] {
  return Object.keys(FILTER_OPERATORS[filterKind(field)]);
}
