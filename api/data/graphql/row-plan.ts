import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { getArgumentValues, isObjectType } from 'graphql';
import type { IrRelationField } from '@platform/aml-compiler';
import type { AppArgs } from '@platform/aml-compiler/emit/pothos-api.ts';
import type { ModelInfo } from '../model-info.ts';
import { relatedModel } from '../model-info.ts';
import { spendRows } from '../query-budget.ts';
import { requireRight } from '../rights.ts';
import type { Row } from '../rows.ts';
import type { Args } from '../args.ts';
import type { QueryContext } from '../query-context.ts';
import type { PageRequest } from './page.ts';
import { readPage } from './page.ts';
import { selectedFields } from './selected-fields.ts';

/** What one call of the client fetches for a part of a query: stored fields and, in one go, its relations. */
export interface RowPlan {
  readonly select: Args;
  readonly lists: ReadonlyMap<string, ListPlan>;
  /** The same lists under other arguments, by `listKey`: fetched apart, but checked and counted before anything is. */
  readonly otherLists: ReadonlyMap<string, ListPlan>;
  readonly singles: ReadonlyMap<string, RowPlan>;
}

/** A list of related rows. Under other arguments the same list is another plan and fetched apart. */
export interface ListPlan {
  readonly key: string;
  readonly request: PageRequest;
  /** Null when only the count was asked for. */
  readonly rows: RowPlan | null;
  readonly counted: boolean;
}

export interface PlanContext extends QueryContext {
  readonly spaceId: string;
  readonly info: GraphQLResolveInfo;
}

/** Plans the rows behind `nodes`, fields of a model's type. `times` is how many such rows there may be. */
export function planRow(
  context: PlanContext,
  model: ModelInfo,
  nodes: readonly FieldNode[],
  times: number,
): RowPlan {
  const select: Record<string, unknown> = Object.fromEntries(model.ir.primaryKey.map((name) => [name, true]));
  const lists = new Map<string, ListPlan>();
  const otherLists = new Map<string, ListPlan>();
  const singles = new Map<string, RowPlan>();
  const counts: Record<string, unknown> = {};
  for (const [name, selected] of selectedFields(context.info, model.ir.name, nodes)) {
    const field = model.fields.get(name);
    if (!field) continue;
    if (field.kind !== 'relation') select[name] = true;
    else if (!field.list) {
      const related = readable(context, field);
      const plan = planRow(context, related, selected, times);
      singles.set(name, plan);
      select[name] = { select: plan.select };
    } else {
      const [plan, ...others] = planLists(context, model, field, selected, times);
      if (!plan) continue;
      lists.set(name, plan);
      for (const other of others) otherLists.set(listKey(name, other.key), other);
      if (plan.rows) select[name] = { ...plan.request.query, select: plan.rows.select };
      if (plan.counted) counts[name] = { where: plan.request.where };
    }
  }
  if (Object.keys(counts).length > 0) select['_count'] = { select: counts };
  return { select, lists, otherLists, singles };
}

/** One plan for each set of arguments that a list is asked for with, in the order of the query. */
function planLists(
  context: PlanContext,
  model: ModelInfo,
  field: IrRelationField,
  nodes: readonly FieldNode[],
  times: number,
): readonly ListPlan[] {
  const asked = new Map<string, { readonly args: AppArgs; readonly nodes: FieldNode[] }>();
  for (const node of nodes) {
    const args = argumentsOf(context.info, model, node);
    const same = asked.get(argsKey(args));
    if (same) same.nodes.push(node);
    else asked.set(argsKey(args), { args, nodes: [node] });
  }
  return [...asked.values()].map(({ args, nodes: same }) => planList(context, field, args, same, times));
}

/** Names a list under one set of arguments. */
export function listKey(name: string, key: string): string {
  return `${name} ${key}`;
}

/** Plans a list of related rows for one set of arguments. */
function planList(
  context: PlanContext,
  field: IrRelationField,
  args: AppArgs,
  nodes: readonly FieldNode[],
  times: number,
): ListPlan {
  const related = readable(context, field);
  const request = readPage(context, context.spaceId, related, args);
  return { key: argsKey(args), request, ...planConnection(context, related, request, nodes, times) };
}

/** What of a connection was asked for. */
export function planConnection(
  context: PlanContext,
  model: ModelInfo,
  request: PageRequest,
  nodes: readonly FieldNode[],
  times: number,
): Pick<ListPlan, 'rows' | 'counted'> {
  const selected = selectedFields(context.info, `${model.ir.name}Connection`, nodes);
  const edges = selectedFields(context.info, `${model.ir.name}Edge`, selected.get('edges') ?? []);
  const wanted = ['edges', 'nodes', 'pageInfo'].some((name) => selected.has(name));
  const counted = selected.has('totalCount');
  if (!wanted) return { rows: null, counted };
  const rowNodes = [...(selected.get('nodes') ?? []), ...(edges.get('node') ?? [])];
  const total = times * request.size;
  spendRows(context.budget, total, 'first');
  const plan = planRow(context, model, rowNodes, total);
  // Cursors are made of the values that rows are sorted by.
  const order = Object.fromEntries(request.list.order.map((key) => [key.field, true]));
  return { rows: { ...plan, select: { ...order, ...plan.select } }, counted };
}

export function argsKey(args: AppArgs): string {
  return JSON.stringify(args);
}

/** On the row itself: rows are made for one request, and a weak map of all of them costs more than their query. */
const PLAN = Symbol('plan');

interface PlannedRow {
  [PLAN]?: RowPlan;
}

/** Remembers by which plan rows were fetched, nested ones too. */
export function rememberPlan(row: Row, plan: RowPlan): void {
  (row as PlannedRow)[PLAN] = plan;
  for (const [name, list] of plan.lists) {
    const { rows } = list;
    if (rows) for (const item of row[name] as readonly Row[]) rememberPlan(item, rows);
  }
  for (const [name, single] of plan.singles) {
    const item = row[name] as Row | null;
    if (item) rememberPlan(item, single);
  }
}

export function planOf(row: Row): RowPlan | undefined {
  return (row as PlannedRow)[PLAN];
}

function readable(context: PlanContext, field: IrRelationField): ModelInfo {
  const related = relatedModel(context.models, field);
  requireRight(related, 'read', context.caller);
  return related;
}

function argumentsOf(info: GraphQLResolveInfo, model: ModelInfo, node: FieldNode): AppArgs {
  const type = info.schema.getType(model.ir.name);
  const definition = isObjectType(type) ? type.getFields()[node.name.value] : undefined;
  if (!definition) throw new Error(`The schema has no field ${model.ir.name}.${node.name.value}.`);
  return getArgumentValues(definition, node, info.variableValues);
}
