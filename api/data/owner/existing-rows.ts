import { LIMITS } from '../../limits.ts';
import type { ModelInfo } from '../model-info.ts';
import { toRecord } from '../record-output.ts';
import type { Row } from '../rows.ts';
import { runOn } from '../rows.ts';
import type { Args } from '../args.ts';
import type { LiveSpace } from '../space.ts';

/**
 * The values of some fields as one text that is equal for equal values; null when one of them is missing, since
 * nothing is equal to NULL.
 */
export function tupleOf(fields: readonly string[], row: Row): string | null {
  const values = fields.map((name) => row[name]);
  return values.some((value) => value === null || value === undefined) ? null : JSON.stringify(values);
}

/**
 * Finds the rows of a model that have one of the given combinations of values, as JSON with their keys.
 * @param wanted values as the client takes them, one object per combination
 */
export async function findExisting(
  space: LiveSpace,
  model: ModelInfo,
  fields: readonly string[],
  wanted: readonly Args[],
): Promise<ReadonlyMap<string, Row>> {
  const found = new Map<string, Row>();
  const select = Object.fromEntries([...fields, ...model.ir.primaryKey].map((name) => [name, true]));
  for (let at = 0; at < wanted.length; at += LIMITS.ownerKeys) {
    const part = wanted.slice(at, at + LIMITS.ownerKeys);
    const where = whereAny(fields, part);
    const rows = (await runOn(space, model, 'findMany', { where, select })) as readonly Row[];
    for (const row of rows) {
      const record = toRecord(space.models, model, row);
      const tuple = tupleOf(fields, record);
      if (tuple !== null) found.set(tuple, record);
    }
  }
  return found;
}

function whereAny(fields: readonly string[], wanted: readonly Args[]): Args {
  const [only, ...others] = fields;
  if (only !== undefined && others.length === 0)
    return { [only]: { in: wanted.map((values) => values[only]) } };
  return { OR: wanted.map((values) => ({ AND: fields.map((name) => ({ [name]: values[name] })) })) };
}
