import { creatableFields, isRequiredFromClient } from '../client-settable.ts';
import type { Ir, IrEnum, IrModel, IrValidator, IrValueField } from '../ir.ts';
import { SCALAR_TYPES } from '../types/all.ts';
import type { JsonSchema } from '../types/scalar-type.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * One JSON Schema 2020-12 per model, by its name: what a client may send to insert a row. It says what JSON Schema can
 * say; bounds of dates and of numbers sent as text, uniqueness and rules are left to the data plane.
 */
export function emitJsonSchemas(ir: Ir): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(ir.models.map((model) => [model.name, modelSchema(model, ir.enums)]));
}

/** The same as one text, each model a definition. */
export function emitJsonSchemaText(ir: Ir): string {
  return `${JSON.stringify({ $schema: DIALECT, $defs: emitJsonSchemas(ir) }, null, 2)}\n`;
}

function modelSchema(model: IrModel, enums: readonly IrEnum[]): JsonSchema {
  const fields = creatableFields(model);
  return {
    $schema: DIALECT,
    title: model.name,
    ...describe(model.doc),
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, enums)])),
    required: fields.filter(isRequiredFromClient).map((field) => field.name),
    // Unknown keys go into the model's single Json field; without one they are mistakes (spec 2.5).
    additionalProperties: model.overflowField !== null,
  };
}

export const describe = (doc: string | null): JsonSchema => (doc === null ? {} : { description: doc });

function fieldSchema(field: IrValueField, enums: readonly IrEnum[]): JsonSchema {
  const value = field.default?.kind === 'literal' ? { default: field.default.value } : {};
  const notes = { ...describe(field.doc), ...value };
  if (field.list)
    return { type: 'array', items: valueSchema(field, enums), ...lengthOf(field, 'Items'), ...notes };
  const one = { ...valueSchema(field, enums), ...lengthOf(field, 'Length') };
  for (const validator of field.validators) Object.assign(one, keyword(validator));
  return field.optional ? { anyOf: [one, { type: 'null' }], ...notes } : { ...one, ...notes };
}

/** One value of a field, as clients send it. */
export function valueSchema(field: IrValueField, enums: readonly IrEnum[]): JsonSchema {
  if (field.kind === 'scalar') return SCALAR_TYPES[field.type].jsonSchema;
  const values = enums.find((found) => found.name === field.type)?.values ?? [];
  return { enum: values.map((value) => value.name) };
}

/** JSON Schema counts code points and items, as `@length` does. */
function lengthOf(field: IrValueField, unit: 'Length' | 'Items'): JsonSchema {
  const length = field.validators.find((validator) => validator.kind === 'length');
  return length === undefined ? {} : { [`min${unit}`]: length.min, [`max${unit}`]: length.max };
}

const BOUNDS = { gt: 'exclusiveMinimum', gte: 'minimum', lt: 'exclusiveMaximum', lte: 'maximum' } as const;

function keyword(validator: IrValidator): JsonSchema {
  switch (validator.kind) {
    case 'email':
      return { format: 'email' };
    case 'url':
      return { format: 'uri' };
    case 'regex':
      return { pattern: validator.pattern };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      // A bound is a value of the type, so it never widens the type's own range.
      return typeof validator.value === 'number' ? { [BOUNDS[validator.kind]]: validator.value } : {};
    default:
      return {};
  }
}
