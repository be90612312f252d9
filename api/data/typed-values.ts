import type { IrValueField } from '@platform/aml-compiler';
import { Decimal, isObjectEnumValue } from '@prisma/client/runtime/client';
import type { Args } from './args.ts';
import type { ModelInfo, Models } from './model-info.ts';
import { relatedModel } from './model-info.ts';

/**
 * Values of a row, or a unique key, for the client library. A record that was read has BigInts as text (design 6),
 * which the library refuses; dates and decimals it takes as text. Its compiler rounds doubles to 16 digits, those
 * within JSON too, and takes members such as `$type` for its own. So Floats go as decimals and JSON goes as text:
 * both are passed on digit by digit.
 */
export function typedValues(model: ModelInfo, values: Args): Args {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, unknown] => {
      if (model.primaryKey.length > 1 && name === model.ir.primaryKey.join('_'))
        return [name, typedValues(model, value as Args)];
      const field = model.fields.get(name);
      return [name, field === undefined || field.kind === 'relation' ? value : typedValue(field, value)];
    }),
  );
}

/** The filter and the data of an operation on many rows, likewise. */
export function typedMany(models: Models, model: ModelInfo, { where, data, ...rest }: Args): Args {
  const values = (row: unknown): Args => typedValues(model, row as Args);
  return {
    ...rest,
    ...(where === undefined ? {} : { where: typedWhere(models, model, where as Args) }),
    ...(data === undefined ? {} : { data: Array.isArray(data) ? data.map(values) : values(data) }),
  };
}

/** A filter: fields, operators, related rows, AND, OR and NOT. */
function typedWhere(models: Models, model: ModelInfo, where: Args): Args {
  const deeper = (related: ModelInfo, part: unknown): unknown => {
    if (Array.isArray(part)) return part.map((item) => typedWhere(models, related, item as Args));
    return part === null ? null : typedWhere(models, related, part as Args);
  };
  return Object.fromEntries(
    Object.entries(where).map(([name, value]): [string, unknown] => {
      if (name === 'AND' || name === 'OR' || name === 'NOT') return [name, deeper(model, value)];
      const field = model.fields.get(name);
      if (field === undefined || value === null) return [name, value];
      if (field.kind !== 'relation') return [name, typedFilter(field, value)];
      const related = relatedModel(models, field);
      const parts = Object.entries(value as Args).map(([operator, part]) => [
        operator,
        deeper(related, part),
      ]);
      return [name, Object.fromEntries(parts)];
    }),
  );
}

/** A value, or operators with values; `not` may hold operators again. A JSON filter always has operators. */
function typedFilter(field: IrValueField, filter: unknown): unknown {
  if (!isOperators(filter)) return typedValue(field, filter);
  return Object.fromEntries(
    Object.entries(filter).map(([operator, value]): [string, unknown] => {
      if (field.type !== 'Json') return [operator, typedFilter(field, value)];
      if (TEXT_OPERATOR.test(operator)) return [operator, value];
      return [operator, operator === 'has' ? typedJson(value) : typedValue(field, value)];
    }),
  );
}

/** The operators of a JSON field's filter that take no JSON. */
const TEXT_OPERATOR = /^(path|isEmpty|string_\w+)$/;

function isOperators(filter: unknown): filter is Args {
  return typeof filter === 'object' && filter !== null && Object.getPrototypeOf(filter) === Object.prototype;
}

function typedValue(field: IrValueField, value: unknown): unknown {
  if (field.kind !== 'scalar') return value;
  if (field.type === 'Json')
    return field.list && Array.isArray(value) ? value.map(typedJson) : typedJson(value);
  const typed = TYPED[field.type];
  if (!typed) return value;
  return Array.isArray(value) ? value.map(typed) : typed(value);
}

const TYPED: Readonly<Partial<Record<string, (value: unknown) => unknown>>> = {
  BigInt: (value) => (typeof value === 'string' ? BigInt(value) : value),
  Float: (value) => (typeof value === 'number' ? new Decimal(value) : value),
};

/** The library's markers for the several kinds of null stay what they are. */
function typedJson(value: unknown): unknown {
  return isObjectEnumValue(value) ? value : new JsonText(value);
}

/** A JSON value that the client library takes as text, in the form of its own protocol. */
class JsonText {
  private readonly text: string;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
  }

  toJSON(): { readonly $type: 'Json'; readonly value: string } {
    return { $type: 'Json', value: this.text };
  }
}
