import { creatableFields, isRequiredFromClient } from '../client-settable.ts';
import type { IrEnum, IrModel, IrValidator, IrValueField, JsonValue } from '../ir.ts';
import { SCALAR_TYPES } from '../types/all.ts';

/** What a new row can look like; null where a rule is beyond guessing, such as a pattern. */
export function exampleValues(model: IrModel, enums: readonly IrEnum[]): JsonValue | null {
  const fields = creatableFields(model);
  const required = fields.filter(isRequiredFromClient);
  const shown = required.length > 0 ? required : fields.filter((field) => !field.list).slice(0, 1);
  const entries = shown.map((field) => [field.name, exampleValue(field, enums)] as const);
  return entries.some(([, value]) => value === null) ? null : Object.fromEntries(entries);
}

function exampleValue(field: IrValueField, enums: readonly IrEnum[]): JsonValue | null {
  if (field.kind === 'enum') return enums.find(({ name }) => name === field.type)?.values[0]?.name ?? null;
  if (field.validators.some(({ kind }) => kind === 'regex')) return null;
  if (field.type === 'String') return exampleText(field.validators);
  const bounds = field.validators.filter(
    (validator) => 'value' in validator && (validator.kind === 'gte' || validator.kind === 'lte'),
  );
  const strict = field.validators.some(({ kind }) => kind === 'gt' || kind === 'lt');
  if (strict) return null;
  const [bound] = bounds;
  return bound && 'value' in bound ? bound.value : SCALAR_TYPES[field.type].sample(1);
}

function exampleText(validators: readonly IrValidator[]): string | null {
  const length = validators.find((validator) => validator.kind === 'length');
  const { min, max } = length ?? { min: 0, max: Infinity };
  const is = (kind: IrValidator['kind']): boolean => validators.some((validator) => validator.kind === kind);
  const text = is('email') ? 'ada@example.org' : is('url') ? 'https://example.org/' : null;
  if (text !== null) return text.length >= min && text.length <= max ? text : null;
  return 'text'.padEnd(min, '.').slice(0, max);
}
