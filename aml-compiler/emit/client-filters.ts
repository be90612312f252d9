import type { FilterKind, Operand } from '../filter-operators.ts';
import { FILTER_OPERATORS } from '../filter-operators.ts';

/** `TextFilter`: no type of a model ends in this word. */
export function filterTypeName(kind: FilterKind): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Filter`;
}

/** One type for each kind of filter. `T` is the field's type, `Null` is null where the field may be empty. */
export function filterTypes(): string {
  const kinds = Object.entries(FILTER_OPERATORS) as [FilterKind, Readonly<Record<string, Operand>>][];
  return [
    '/** Any JSON value. */',
    'export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };\n',
    ...kinds.map(([kind, operators]) => {
      const name = filterTypeName(kind);
      const self = `${name}${PARAMETERS[kind].used}`;
      const lines = Object.entries(operators).map(
        ([operator, operand]) => `  ${operator}?: ${operandType(operand, self)};`,
      );
      return `export interface ${name}${PARAMETERS[kind].declared} {\n${lines.join('\n')}\n}\n`;
    }),
  ].join('\n');
}

const NULLABLE = { declared: '<T, Null = never>', used: '<T, Null>' };

const PARAMETERS: Readonly<Record<FilterKind, { readonly declared: string; readonly used: string }>> = {
  list: { declared: '<T>', used: '<T>' },
  json: { declared: '', used: '' },
  boolean: NULLABLE,
  enum: NULLABLE,
  ordered: NULLABLE,
  text: NULLABLE,
};

function operandType(operand: Operand, self: string): string {
  switch (operand) {
    case 'nullable':
      return 'T | Null';
    case 'not':
      return `T | Null | ${self}`;
    case 'value':
      return 'T';
    case 'values':
      return 'readonly T[]';
    case 'json':
      return 'Json';
    case 'jsonValue':
      return 'Exclude<Json, null>';
    case 'path':
      return 'string | readonly string[]';
    case 'text':
      return 'string';
    case 'flag':
      return 'boolean';
    case 'mode':
      return `'default' | 'insensitive'`;
  }
}
