import { coerceElement } from './coerce.ts';
import type { ModelInfo, Models } from './model-info.ts';
import { plainValue } from './record-output.ts';
import type { Args } from './args.ts';

/** The unique filter for a row's key; null when a part cannot be a value of its field, so that no row has it. */
export function readKey(models: Models, model: ModelInfo, key: Args): Args | null {
  const parts = readParts(models, model, key);
  return parts && uniqueFilter(model, parts);
}

function readParts(models: Models, model: ModelInfo, key: Args): Args | null {
  const parts: Record<string, unknown> = {};
  for (const field of model.primaryKey) {
    const coerced = coerceElement(field, key[field.name], models.enums);
    if (!coerced.ok) return null;
    parts[field.name] = coerced.value;
  }
  return parts;
}

/** The condition for the row with these values of its key, in the key's order; null when no row can have them. */
export function readKeyValues(models: Models, model: ModelInfo, values: readonly unknown[]): Args | null {
  return readParts(
    models,
    model,
    Object.fromEntries(model.ir.primaryKey.map((name, i) => [name, values[i]])),
  );
}

/** The unique filter for a row that was read. */
export function keyWhere(model: ModelInfo, row: Args): Args {
  return uniqueFilter(model, Object.fromEntries(model.ir.primaryKey.map((name) => [name, row[name]])));
}

function uniqueFilter({ ir }: ModelInfo, key: Args): Args {
  return ir.primaryKey.length === 1 ? key : { [ir.primaryKey.join('_')]: key };
}

/** The values of a row's key as JSON, in the key's order. */
export function keyValues(model: ModelInfo, row: Args): readonly unknown[] {
  return model.ir.primaryKey.map((name) => plainValue(row[name]));
}

/** A text that is the same for the same key only. */
export function keyText(model: ModelInfo, row: Args): string {
  return JSON.stringify(keyValues(model, row));
}

/** The condition for these rows and no others. */
export function whereKeys(model: ModelInfo, rows: readonly Args[]): Args {
  const { primaryKey } = model.ir;
  const [only, ...others] = primaryKey;
  if (only !== undefined && others.length === 0) return { [only]: { in: rows.map((row) => row[only]) } };
  return { OR: rows.map((row) => Object.fromEntries(primaryKey.map((name) => [name, row[name]]))) };
}
