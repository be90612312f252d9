import { coerceElement } from './coerce.ts';
import type { ModelInfo, Models } from './model-info.ts';
import type { Args } from './args.ts';

/** The unique filter for a row's key; null when a part cannot be a value of its field, so that no row has it. */
export function readKey(models: Models, model: ModelInfo, key: Args): Args | null {
  const parts: Record<string, unknown> = {};
  for (const field of model.primaryKey) {
    const coerced = coerceElement(field, key[field.name], models.enums);
    if (!coerced.ok) return null;
    parts[field.name] = coerced.value;
  }
  return model.primaryKey.length === 1 ? parts : { [model.ir.primaryKey.join('_')]: parts };
}
