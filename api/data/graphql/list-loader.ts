import type { IrRelationField } from '@platform/aml-compiler';
import type { ModelInfo } from '../model-info.ts';
import type { Row } from '../rows.ts';
import { keyText, whereKeys } from '../row-key.ts';
import { runOn } from '../rows.ts';
import type { LiveSpace } from '../space.ts';
import type { ListPlan } from './row-plan.ts';
import { rememberPlan } from './row-plan.ts';

export interface ListLoader {
  /** The related rows of one row, by a plan that its own fetch did not hold. */
  load(model: ModelInfo, relation: IrRelationField, row: Row, plan: ListPlan): Promise<Row>;
}

interface Batch {
  readonly rows: Row[];
  readonly result: Promise<ReadonlyMap<string, Row>>;
}

/**
 * Fetches a list under a second set of arguments (an alias of the same relation): one query for all parents of the
 * request, never one for each.
 */
export function createListLoader(space: LiveSpace): ListLoader {
  const batches = new Map<string, Batch>();

  return {
    async load(model, relation, row, plan) {
      const name = `${model.ir.name}.${relation.name} ${plan.key} ${plan.counted} ${selectionText(plan)}`;
      let batch = batches.get(name);
      if (!batch) {
        const rows: Row[] = [];
        // Resolvers of sibling rows run before the next turn: then the batch is complete.
        const result = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
          batches.delete(name);
          return fetchLists(space, model, relation, rows, plan);
        });
        batch = { rows, result };
        batches.set(name, batch);
      }
      batch.rows.push(row);
      const found = (await batch.result).get(keyText(model, row));
      // A row that was deleted meanwhile has no related rows any more.
      return found ?? { [relation.name]: [], _count: { [relation.name]: 0 } };
    },
  };
}

/** Tells selections of one list apart; JSON has no BigInt. */
function selectionText({ rows }: ListPlan): string {
  return JSON.stringify(rows?.select ?? null, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

async function fetchLists(
  space: LiveSpace,
  model: ModelInfo,
  relation: IrRelationField,
  parents: readonly Row[],
  plan: ListPlan,
): Promise<ReadonlyMap<string, Row>> {
  const select: Record<string, unknown> = Object.fromEntries(model.ir.primaryKey.map((name) => [name, true]));
  if (plan.rows) select[relation.name] = { ...plan.request.query, select: plan.rows.select };
  if (plan.counted) select['_count'] = { select: { [relation.name]: { where: plan.request.where } } };
  const where = whereKeys(model, parents);
  const rows = (await runOn(space, model, 'findMany', { where, select })) as readonly Row[];
  for (const row of rows) {
    rememberPlan(row, {
      select,
      lists: new Map([[relation.name, plan]]),
      otherLists: new Map(),
      singles: new Map(),
    });
  }
  return new Map(rows.map((row) => [keyText(model, row), row]));
}
