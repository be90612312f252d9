import { BRIDGE_LIMITS } from '../bridge-limits.ts';
import type { Operand } from '../filter-operators.ts';
import { FILTER_OPERATORS, filterKind } from '../filter-operators.ts';
import type { Ir, IrEnum, IrValueField } from '../ir.ts';
import type { JsonSchema } from '../types/scalar-type.ts';
import { valueFields } from '../value-fields.ts';
import { valueSchema } from './json-schema.ts';
import { closed, either, listOf, NULL, ref } from './openapi-schema.ts';

const MANY = { maxItems: BRIDGE_LIMITS.whereListValues };

/** JSON that stands for itself in a condition: an object with the name of an operator is operators. */
const PLAIN_JSON: readonly JsonSchema[] = [
  { type: ['string', 'number', 'boolean', 'null', 'array'] },
  {
    type: 'object',
    properties: Object.fromEntries(Object.keys(FILTER_OPERATORS.json).map((name) => [name, false])),
  },
];

/** No name of AML has a dot, so these meet no schema of a model. */
function filterName(field: IrValueField): string {
  return `${field.type}.${field.list ? 'List' : field.optional ? 'Nullable' : ''}Filter`;
}

/** The condition on one field: a value, null where it may be empty, or operators. */
export function conditionSchema(field: IrValueField, enums: readonly IrEnum[]): JsonSchema {
  const filter = ref(filterName(field));
  const value = valueSchema(field, enums);
  if (field.list) return either(listOf(value, MANY), filter);
  if (filterKind(field) === 'json') return either(filter, ...PLAIN_JSON);
  return field.optional ? either(value, NULL, filter) : either(value, filter);
}

/** One schema of operators for each kind of field that the models have. */
export function filterSchemas(ir: Ir): JsonSchema {
  const fields = ir.models.flatMap(valueFields);
  return Object.fromEntries(fields.map((field) => [filterName(field), filterSchema(field, ir.enums)]));
}

function filterSchema(field: IrValueField, enums: readonly IrEnum[]): JsonSchema {
  const value = valueSchema(field, enums);
  const operators = Object.entries(FILTER_OPERATORS[filterKind(field)]).map(
    ([name, operand]) => [name, operandSchema(operand, field, value)] as const,
  );
  const names = new Set(operators.map(([name]) => name));
  // A path says where to look and a mode how to compare; without an operator neither is a condition.
  const beside = ['path', 'mode'].filter((name) => names.has(name));
  return {
    ...closed(Object.fromEntries(operators)),
    minProperties: 1,
    ...(beside.length > 0 && {
      dependentSchemas: Object.fromEntries(beside.map((name) => [name, { minProperties: 2 }])),
    }),
  };
}

function operandSchema(operand: Operand, field: IrValueField, value: JsonSchema): JsonSchema {
  const orNull = field.optional ? [value, NULL] : [value];
  switch (operand) {
    case 'nullable':
      return either(...orNull);
    case 'not':
      return either(...orNull, ref(filterName(field)));
    case 'value':
      return value;
    case 'values':
      return listOf(value, MANY);
    case 'json':
      return {};
    case 'jsonValue':
      return { type: ['string', 'number', 'boolean', 'array', 'object'] };
    case 'path':
      return either({ type: 'string' }, listOf({ type: 'string' }, { maxItems: 16 }));
    case 'text':
      return { type: 'string' };
    case 'flag':
      return { type: 'boolean' };
    case 'mode':
      return { enum: ['default', 'insensitive'] };
  }
}
