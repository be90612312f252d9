import { ApiError } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import type { ModelInfo } from '../model-info.ts';
import { orderArgs, readOrderBy } from '../order-by.ts';
import { badQuery } from '../query-error.ts';
import { newBudget } from '../query-budget.ts';
import { readChangedRecord } from '../record-input.ts';
import { toRecord } from '../record-output.ts';
import { readKey } from '../row-key.ts';
import type { Row } from '../rows.ts';
import { insertRow, runOn } from '../rows.ts';
import type { Args } from '../args.ts';
import type { QueryContext } from '../query-context.ts';
import type { LiveSpace } from '../space.ts';
import { readWhere } from '../where.ts';
import type { PageQuery, RowFilter, RowPage } from './contract.ts';

/** All stored fields of a model. */
export function allFields(model: ModelInfo): Args {
  return Object.fromEntries(model.values.map((field) => [field.name, true]));
}

/** The filter of an owner's query as the client takes it. @throws invalid_request */
export function readFilter(space: LiveSpace, model: ModelInfo, filter: RowFilter): Args {
  const context: QueryContext = { models: space.models, caller: 'owner', budget: newBudget() };
  return readWhere(context, model, filter.where);
}

export async function readRows(space: LiveSpace, model: ModelInfo, query: PageQuery): Promise<RowPage> {
  const where = readFilter(space, model, query);
  const take = wholeNumber(query.limit ?? LIMITS.queryDefaultLimit, 'limit', 1, LIMITS.ownerPage);
  const skip = wholeNumber(query.offset ?? 0, 'offset', 0, Number.MAX_SAFE_INTEGER);
  const orderBy = orderArgs(readOrderBy(model, query.orderBy));
  const [rows, total] = await Promise.all([
    runOn(space, model, 'findMany', { where, orderBy, take, skip, select: allFields(model) }),
    runOn(space, model, 'count', { where }),
  ]);
  return {
    rows: (rows as readonly Row[]).map((row) => toRecord(space.models, model, row)),
    total: total as number,
  };
}

export async function readRow(space: LiveSpace, model: ModelInfo, key: unknown): Promise<Row | null> {
  const where = readKey(space.models, model, keyParts(model, key));
  if (!where) return null;
  const row = await runOn(space, model, 'findUnique', { where, select: allFields(model) });
  return row === null ? null : toRecord(space.models, model, row as Row);
}

export async function addRow(space: LiveSpace, model: ModelInfo, values: Row): Promise<Row> {
  return (await insertRow(space, 'owner', model, values)).record;
}

export async function changeRow(space: LiveSpace, model: ModelInfo, key: unknown, values: Row): Promise<Row> {
  const where = readKey(space.models, model, keyParts(model, key));
  if (!where) throw new ApiError('not_found', `There is no such row of ${model.ir.name}.`);
  const data = readChangedRecord(space.models, model, values);
  const row = await runOn(space, model, 'update', { where, data, select: allFields(model) });
  return toRecord(space.models, model, row as Row);
}

/** A key as requests write it: the value itself, or an object of the parts of a composite key. */
export function keyParts(model: ModelInfo, key: unknown): Args {
  const [only, ...others] = model.ir.primaryKey;
  if (only !== undefined && others.length === 0 && (typeof key !== 'object' || key === null))
    return { [only]: key };
  if (typeof key !== 'object' || key === null || Array.isArray(key))
    throw badQuery('key', `must be an object with ${model.ir.primaryKey.join(' and ')}.`);
  return key as Args;
}

function wholeNumber(value: number, path: string, min: number, max: number): number {
  if (!Number.isSafeInteger(value) || value < min || value > max)
    throw badQuery(path, `must be an integer from ${min} to ${max}.`);
  return value;
}
