import { randomUUID } from 'node:crypto';
import type { GeneratedDefault, IrValueField } from '@platform/aml-compiler';
import type { Args } from './args.ts';
import { newCuid } from './cuid.ts';
import type { ModelInfo } from './model-info.ts';

/**
 * The values of a new row with those that nobody gave: defaults, and the time for `@updatedAt`. Fields that the
 * database counts, and optional ones, stay away.
 */
export function withMadeValues(model: ModelInfo, given: Args): Args {
  const now = new Date();
  const values: Record<string, unknown> = { ...given };
  for (const field of model.values) {
    if (field.name in given) continue;
    const made = madeValue(field, now);
    if (made !== undefined) values[field.name] = made;
  }
  return values;
}

function madeValue(field: IrValueField, now: Date): unknown {
  if (field.default?.kind === 'literal') return field.default.value;
  if (field.default?.kind === 'generated') return MAKE[field.default.fn](now);
  return field.kind === 'scalar' && field.updatedAt ? now : undefined;
}

const MAKE: Readonly<Record<GeneratedDefault, (now: Date) => unknown>> = {
  now: (now) => now,
  cuid: () => newCuid(),
  uuid: () => randomUUID(),
  // An identity column of the database.
  autoincrement: () => undefined,
};
