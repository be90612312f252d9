import { DbNull } from '@prisma/client/runtime/client';
import type { IrValueField } from '@platform/aml-compiler';
import { SCOPE_NAME } from '@platform/aml-compiler/scope-name.ts';
import { nearest } from '@platform/aml-compiler/nearest.ts';
import type { StudioDiagnostic } from '../errors.ts';
import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { Stored } from './coerce.ts';
import { coerceElement } from './coerce.ts';
import type { ModelInfo, Models } from './model-info.ts';
import { quote } from './model-info.ts';
import { normalize, violation } from './validate.ts';

type Values = Record<string, unknown>;

/**
 * Checks the values of a new row and turns them into what is stored (spec 2.5, design 6). Every mistake is named.
 * @param givenElsewhere fields that a relation of a nested write fills
 * @throws ApiError invalid_record with a diagnostic for each field; `path` is a JSON pointer into the values
 */
export function readNewRecord(
  models: Models,
  model: ModelInfo,
  values: Readonly<Values>,
  givenElsewhere: ReadonlySet<string> = new Set(),
): Values {
  return readRecord(models, model, values, 'create', givenElsewhere);
}

/** The same for a change of a row: what is left out stays as it is. */
export function readChangedRecord(models: Models, model: ModelInfo, values: Readonly<Values>): Values {
  return readRecord(models, model, values, 'update', new Set());
}

/** The error of a row with mistakes: the first in the sentence, all of them as diagnostics. */
export function invalidRecord(diagnostics: readonly StudioDiagnostic[]): ApiError {
  const [first] = diagnostics;
  const more = diagnostics.length > 1 ? ` (and ${diagnostics.length - 1} more)` : '';
  return new ApiError('invalid_record', `The record was not stored: ${first?.message ?? ''}${more}`, {
    diagnostics,
  });
}

function readRecord(
  models: Models,
  model: ModelInfo,
  values: Readonly<Values>,
  purpose: 'create' | 'update',
  givenElsewhere: ReadonlySet<string>,
): Values {
  const settable = purpose === 'create' ? model.creatable : model.changeable;
  const diagnostics: StudioDiagnostic[] = [];
  const data: Values = {};
  // No prototype: a key such as __proto__ is a key like any other.
  const extra: Values = Object.create(null) as Values;
  for (const [key, value] of Object.entries(values)) {
    const field = model.fields.get(key);
    if (field && field.kind !== 'relation') {
      if (settable.has(key)) readField(field, value);
    } else if (field?.kind === 'relation') diagnostics.push(relationMistake(model, key));
    else if (key !== SCOPE_NAME) extra[key] = value;
  }
  if (purpose === 'create') requireFields();
  collectExtra();
  if (diagnostics.length > 0) throw invalidRecord(diagnostics);
  return data;

  function readField(field: IrValueField, value: unknown): void {
    const read = field.list ? readList(models, field, value) : readValue(models, field, value);
    if ('mistake' in read) {
      diagnostics.push({
        ...read.mistake,
        message: `${field.name} ${read.mistake.message}.`,
        path: pointer(field.name, read.index),
      });
      return;
    }
    if (read.value === null && model.neverEmpty.has(field.name)) {
      // An empty value of a field with a default means the default.
      if (purpose === 'update' || field.default === null) diagnostics.push(missing(field.name));
      return;
    }
    data[field.name] =
      read.value === null && field.type === 'Json' && field.kind === 'scalar' ? DbNull : read.value;
  }

  function requireFields(): void {
    for (const field of model.values) {
      if (field.list && !(field.name in data) && field.default === null) data[field.name] = [];
      const given = field.name in data || Object.hasOwn(values, field.name) || givenElsewhere.has(field.name);
      if (given || (field.name === model.ir.overflowField && Object.keys(extra).length > 0)) continue;
      if (model.requiredOnCreate.has(field.name)) diagnostics.push(missing(field.name));
    }
  }

  /** Keys that match no field go into the single Json column (spec 2.5). */
  function collectExtra(): void {
    const keys = Object.keys(extra);
    if (keys.length === 0) return;
    const column = model.ir.overflowField === null ? undefined : model.fields.get(model.ir.overflowField);
    if (!column || column.kind === 'relation') {
      diagnostics.push(...keys.map((key) => unknownKey(model, key)));
      return;
    }
    const given = data[column.name];
    const mergeable =
      given === undefined || (typeof given === 'object' && given !== null && !Array.isArray(given));
    if (!mergeable) diagnostics.push(...keys.map((key) => unknownKey(model, key)));
    else
      readField(
        column,
        given === undefined || given === DbNull
          ? extra
          : Object.assign(Object.create(null) as Values, given, extra),
      );
  }
}

type Read =
  | { readonly value: Stored | readonly Stored[] }
  | { readonly mistake: { readonly code: string; readonly message: string }; readonly index?: number };

function readValue(models: Models, field: IrValueField, value: unknown): Read {
  if (value === null || value === undefined) return { value: null };
  // A form sends an empty text for what was left empty.
  if (
    typeof value === 'string' &&
    value.trim() === '' &&
    !(field.kind === 'scalar' && ['String', 'Json'].includes(field.type))
  ) {
    return { value: null };
  }
  const coerced = coerceElement(field, value, models.enums);
  if (!coerced.ok) return { mistake: { code: coerced.code, message: coerced.message } };
  const normal = normalize(field, coerced.value);
  const broken = violation(field, normal);
  return broken ? { mistake: broken } : { value: normal };
}

function readList(models: Models, field: IrValueField, value: unknown): Read {
  if (value === null || value === undefined) return { value: [] };
  if (!Array.isArray(value)) return { mistake: { code: 'invalid_type', message: 'must be a list' } };
  if (value.length > LIMITS.recordListItems) {
    return { mistake: { code: 'too_long', message: `may have ${LIMITS.recordListItems} entries at most` } };
  }
  const items: Stored[] = [];
  for (const [index, item] of value.entries()) {
    const coerced = coerceElement(field, item, models.enums);
    if (!coerced.ok)
      return { mistake: { code: coerced.code, message: `entry ${index + 1} ${coerced.message}` }, index };
    items.push(normalize(field, coerced.value));
  }
  const broken = violation(field, items);
  return broken ? { mistake: broken } : { value: items };
}

function missing(name: string): StudioDiagnostic {
  return { code: 'required', message: `${name} is required.`, path: pointer(name) };
}

function relationMistake(model: ModelInfo, name: string): StudioDiagnostic {
  const relation = model.relations.find((candidate) => candidate.name === name);
  const keys = relation?.fields.join(', ') ?? '';
  const hint = keys
    ? `Give the key of the ${relation?.type ?? 'other'} row as ${keys}.`
    : `Link the rows of ${relation?.type ?? 'the other model'} by their own key.`;
  return {
    code: 'unknown_field',
    message: `${name} is a relation and takes no value.`,
    hint,
    path: pointer(name),
  };
}

function unknownKey(model: ModelInfo, key: string): StudioDiagnostic {
  const near = nearest(key, [...model.creatable]);
  const base = {
    code: 'unknown_field',
    message: `${model.ir.name} has no field ${quote(key)}.`,
    path: pointer(key),
  };
  return near ? { ...base, hint: `Did you mean ${quote(near)}?` } : base;
}

function pointer(name: string, index?: number): string {
  const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
  return index === undefined ? `/${escaped}` : `/${escaped}/${index}`;
}
