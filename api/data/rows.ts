import type { Caller } from './asker.ts';
import type { ModelInfo } from './model-info.ts';
import { findModel } from './model-info.ts';
import { orderArgs, readOrderBy } from './order-by.ts';
import { translateError } from './prisma-errors.ts';
import { badQuery } from './query-error.ts';
import { readNewRecord } from './record-input.ts';
import { idOf } from './record-output.ts';
import { requireRight } from './rights.ts';
import type { Args } from './args.ts';
import type { RuntimeOperation } from './runtime-client.ts';
import { newBudget, spendRows } from './query-budget.ts';
import type { QueryContext } from './query-context.ts';
import { readQueryLimit, readSelect } from './select.ts';
import type { ScopedOperations } from './scope.ts';
import type { LiveSpace } from './space.ts';
import { readWhere } from './where.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A query as the bridge takes it (spec 4.1). */
export interface BridgeQuery {
  readonly entity?: unknown;
  readonly where?: unknown;
  readonly select?: unknown;
  readonly limit?: unknown;
  readonly orderBy?: unknown;
}

/**
 * Stores one new row.
 * @throws ApiError forbidden, invalid_record with diagnostics, conflict for a unique key (design 6); rate_limited or
 * too_large when the app has no room (design 12)
 */
export async function insertRow(
  space: LiveSpace,
  caller: Caller,
  model: ModelInfo,
  values: Row,
): Promise<{ readonly id: unknown; readonly record: Row }> {
  requireRight(model, 'create', caller);
  const data = readNewRecord(space.models, model, values);
  const select = Object.fromEntries(model.values.map((field) => [field.name, true]));
  const record = (await space.room.within(caller, 1, () =>
    runOn(space, model, 'create', { data, select }),
  )) as Row;
  return { id: idOf(model, record), record };
}

/**
 * Answers one query of the bridge with the records as JSON text, just as the database made it. The queries of one
 * request share `rowsUsed`.
 * @throws ApiError not_found for the entity, forbidden, invalid_request naming the mistake
 */
export async function queryJson(
  space: LiveSpace,
  caller: Caller,
  query: BridgeQuery,
  rowsUsed = { used: 0 },
): Promise<string> {
  const { entity } = query;
  if (entity !== undefined && entity !== null && typeof entity !== 'string')
    throw badQuery('entity', 'must be text.');
  const model = findModel(space.models, entity ?? null);
  requireRight(model, 'read', caller);
  const context: QueryContext = { models: space.models, caller, budget: newBudget(rowsUsed) };
  const take = readQueryLimit(query.limit);
  spendRows(context.budget, take, 'limit');
  const args = {
    where: readWhere(context, model, query.where),
    select: readSelect(context, model, query.select, 'select', { depth: 0, times: take }),
    orderBy: orderArgs(readOrderBy(model, query.orderBy)),
    take,
  };
  return translated(model, () => space.client.readJson(model, args));
}

/** The rows of a space, or of a transaction on them. */
export interface RowsOf {
  readonly client: ScopedOperations;
}

/** Runs one operation through the scope, with errors in the API's words. */
export async function runOn(
  space: RowsOf,
  model: ModelInfo,
  operation: RuntimeOperation,
  args: Args,
): Promise<unknown> {
  return translated(model, () => space.client.run(model, operation, args), operation.startsWith('delete'));
}

async function translated<T>(model: ModelInfo, work: () => Promise<T>, deleting = false): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translateError(model, error, deleting);
  }
}
