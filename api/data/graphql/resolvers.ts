import type { IrModel } from '@platform/aml-compiler';
import type { GraphQLResolveInfo } from 'graphql';
import type { AppPage, AppResolvers } from '@platform/aml-compiler/emit/pothos-api.ts';
import { ApiError } from '../../errors.ts';
import type { ModelInfo } from '../model-info.ts';
import { findModel } from '../model-info.ts';
import { requireRight } from '../rights.ts';
import { readKey } from '../row-key.ts';
import type { Row } from '../rows.ts';
import { runOn } from '../rows.ts';
import type { Args } from '../args.ts';
import type { LiveSpace } from '../space.ts';
import { readWhere } from '../where.ts';
import { readNewRow, readRowChange } from '../write/read-write.ts';
import { nestedNewRows } from '../write/row-write.ts';
import { createRow, updateRow } from '../write/run-write.ts';
import type { AppContext } from './context.ts';
import { decodeNodeId, encodeNodeId } from './node-id.ts';
import { readPage, toPage } from './page.ts';
import type { ListPlan, PlanContext, RowPlan } from './row-plan.ts';
import { argsKey, listKey, planConnection, planOf, planRow, rememberPlan } from './row-plan.ts';
import { subscribeToCreated } from './created.ts';
import { groupArgs, groupResult, sumArgs, sumResult } from './sums.ts';

/** Where the rows of an app's GraphQL schema come from: the same checks and the same scope as REST. */
export function createAppResolvers(space: LiveSpace): AppResolvers {
  const { models } = space;
  const modelOf = (model: IrModel): ModelInfo => findModel(models, model.name);
  const planning = (info: GraphQLResolveInfo, context: object): PlanContext => {
    const { caller, budget } = context as AppContext;
    return { models, caller, budget, spaceId: space.id, info };
  };
  const remembered = (row: unknown, plan: RowPlan): Row => {
    rememberPlan(row as Row, plan);
    return row as Row;
  };

  async function find(model: ModelInfo, key: Args, context: PlanContext): Promise<Row | null> {
    requireRight(model, 'read', context.caller);
    const where = readKey(models, model, key);
    if (!where) return null;
    const plan = planRow(context, model, context.info.fieldNodes, 1);
    const row = await runOn(space, model, 'findUnique', { where, select: plan.select });
    return row === null ? null : remembered(row, plan);
  }

  function existing(model: ModelInfo, key: Args): Args {
    const where = readKey(models, model, key);
    if (where) return where;
    throw new ApiError('not_found', `There is no such row of ${model.ir.name}.`);
  }

  function pageOfList(plan: ListPlan, relation: string, row: Row): AppPage {
    const counts = row['_count'] as Readonly<Record<string, number>> | undefined;
    const total = async (): Promise<number> => counts?.[relation] ?? 0;
    return toPage(plan.request, plan.rows ? (row[relation] as readonly Row[]) : [], total);
  }

  return {
    one: (model, args, info, context) => find(modelOf(model), args, planning(info, context)),

    async page(irModel, args, info, appContext) {
      const model = modelOf(irModel);
      const context = planning(info, appContext);
      requireRight(model, 'read', context.caller);
      const request = readPage(context, space.id, model, args);
      const { rows: plan } = planConnection(context, model, request, info.fieldNodes, 1);
      const count = async (): Promise<number> =>
        (await runOn(space, model, 'count', { where: request.where })) as number;
      if (!plan) return toPage(request, [], count);
      const rows = (await runOn(space, model, 'findMany', {
        ...request.query,
        select: plan.select,
      })) as readonly Row[];
      for (const row of rows) rememberPlan(row, plan);
      return toPage(request, rows, count);
    },

    relatedOne: (_model, relation, row) => (row[relation.name] ?? null) as Row | null,

    // No promise for what is there already: it would cost a turn for every row.
    relatedPage(irModel, relation, row, args, _info, appContext) {
      const plans = planOf(row);
      const key = argsKey(args);
      const planned = plans?.lists.get(relation.name);
      if (planned?.key === key) return pageOfList(planned, relation.name, row);
      const plan = plans?.otherLists.get(listKey(relation.name, key));
      if (!plan) throw new Error(`${irModel.name}.${relation.name} was not planned under these arguments.`);
      const { lists } = appContext as AppContext;
      return lists
        .load(modelOf(irModel), relation, row, plan)
        .then((loaded) => pageOfList(plan, relation.name, loaded));
    },

    async aggregate(irModel, args, info, appContext) {
      const model = modelOf(irModel);
      const context = planning(info, appContext);
      requireRight(model, 'read', context.caller);
      const where = readWhere(context, model, args['where']);
      const wanted = sumArgs(info, model);
      if (Object.keys(wanted).length === 0) return {};
      return sumResult((await runOn(space, model, 'aggregate', { where, ...wanted })) as Row);
    },

    async groupBy(irModel, args, info, appContext) {
      const model = modelOf(irModel);
      const context = planning(info, appContext);
      requireRight(model, 'read', context.caller);
      const groups = await runOn(space, model, 'groupBy', groupArgs(context, model, args, info));
      return (groups as readonly Row[]).map((group) => groupResult(model, group));
    },

    async create(irModel, data, info, appContext) {
      const model = modelOf(irModel);
      const context = planning(info, appContext);
      const plan = planRow(context, model, info.fieldNodes, 1);
      const write = readNewRow(space, context.caller, model, data);
      const rows = 1 + nestedNewRows(write);
      (appContext as AppContext).spendRows(rows);
      const made = space.room.within(context.caller, rows, () =>
        createRow(space, context.caller, write, plan.select),
      );
      return remembered(await made, plan);
    },

    async update(irModel, key, data, info, appContext) {
      const model = modelOf(irModel);
      const context = planning(info, appContext);
      const plan = planRow(context, model, info.fieldNodes, 1);
      const where = existing(model, key);
      const write = readRowChange(space, context.caller, model, data);
      const rows = nestedNewRows(write);
      if (rows > 0) (appContext as AppContext).spendRows(rows);
      const changed = space.room.within(context.caller, rows, () =>
        updateRow(space, context.caller, where, write, plan.select),
      );
      return remembered(await changed, plan);
    },

    async delete(irModel, key, info, appContext) {
      const model = modelOf(irModel);
      const context = planning(info, appContext);
      requireRight(model, 'delete', context.caller);
      const plan = planRow(context, model, info.fieldNodes, 1);
      const where = existing(model, key);
      return remembered(await runOn(space, model, 'delete', { where, select: plan.select }), plan);
    },

    created: (model, args, info, appContext) =>
      subscribeToCreated(space, modelOf(model), args, planning(info, appContext), appContext as AppContext),

    nodeId: (model, row) => encodeNodeId(space.id, models, modelOf(model), row),

    async node(nodeId, info, appContext) {
      const decoded = decodeNodeId(space.id, models, nodeId);
      if (!decoded) return null;
      const row = await find(decoded.model, decoded.key, planning(info, appContext));
      return row ? { model: decoded.model.ir, row } : null;
    },
  };
}
