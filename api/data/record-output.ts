import { Decimal } from '@prisma/client/runtime/client';
import type { IrValueField } from '@platform/aml-compiler';
import type { ModelInfo, Models } from './model-info.ts';
import { relatedModel } from './model-info.ts';

type Row = Readonly<Record<string, unknown>>;

/** A row as JSON: BigInt and Decimal as text, dates in ISO, the scope column left out (design 6). */
export function toRecord(models: Models, model: ModelInfo, row: Row): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const field = model.fields.get(name);
    if (!field) continue;
    if (field.kind !== 'relation') record[name] = toJson(field, value);
    else if (Array.isArray(value))
      record[name] = value.map((item: Row) => toRecord(models, relatedModel(models, field), item));
    else record[name] = value === null ? null : toRecord(models, relatedModel(models, field), value as Row);
  }
  return record;
}

/** The `id` of an answer: the key itself, or an object of its parts when it has several. */
export function idOf(model: ModelInfo, record: Row): unknown {
  const [only, ...others] = model.ir.primaryKey;
  if (only !== undefined && others.length === 0) return record[only];
  return Object.fromEntries(model.ir.primaryKey.map((name) => [name, record[name]]));
}

function toJson(field: IrValueField, value: unknown): unknown {
  if (field.kind === 'scalar' && field.type === 'Json') return value;
  return Array.isArray(value) ? value.map(plainValue) : plainValue(value);
}

/** One value as JSON. */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Decimal) return value.toFixed();
  return value;
}
