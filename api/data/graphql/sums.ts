import type { FieldNode, GraphQLResolveInfo } from 'graphql';
import { getNamedType, isObjectType } from 'graphql';
import type { AppArgs } from '@platform/aml-compiler/emit/pothos-api.ts';
import { LIMITS } from '../../limits.ts';
import type { Args } from '../args.ts';
import type { ModelInfo } from '../model-info.ts';
import { spendRows } from '../query-budget.ts';
import type { QueryContext } from '../query-context.ts';
import { badQuery } from '../query-error.ts';
import type { Row } from '../rows.ts';
import { readWhere } from '../where.ts';
import { selectedFields } from './selected-fields.ts';

const PARTS = ['sum', 'avg', 'min', 'max'] as const;

/** The sums that a query selects, as the client library takes them; empty when it selects none. */
export function sumArgs(info: GraphQLResolveInfo, model: ModelInfo): Args {
  const type = getNamedType(info.returnType);
  const selected = selectedFields(info, type.name, info.fieldNodes);
  const args: Record<string, unknown> = {};
  if (selected.has('count')) args['_count'] = true;
  for (const part of PARTS) {
    const nodes = selected.get(part);
    const partType = isObjectType(type) ? type.getFields()[part]?.type : undefined;
    if (!nodes || !partType) continue;
    const names = storedNames(info, model, getNamedType(partType).name, nodes);
    if (names.length > 0) args[`_${part}`] = Object.fromEntries(names.map((name) => [name, true]));
  }
  return args;
}

export function sumResult(result: Row): Row {
  return Object.fromEntries(['count', ...PARTS].map((name) => [name, result[`_${name}`]]));
}

/**
 * The groups that a query asks for, as the client library takes them.
 * @throws ApiError invalid_request for no field at all, and past the largest number of groups
 */
export function groupArgs(
  context: QueryContext,
  model: ModelInfo,
  args: AppArgs,
  info: GraphQLResolveInfo,
): Args {
  const by = [...new Set(args['by'] as readonly string[])];
  if (by.length === 0) throw badQuery('by', 'name at least one field.');
  const first = args['first'] ?? LIMITS.graphqlDefaultGroups;
  if (typeof first !== 'number' || first < 1 || first > LIMITS.graphqlGroups)
    throw badQuery('first', `must be an integer from 1 to ${LIMITS.graphqlGroups}.`);
  spendRows(context.budget, first, 'first');
  const [key] = model.ir.primaryKey;
  if (key === undefined) throw new Error(`${model.ir.name} has no key.`);
  return {
    by,
    where: readWhere(context, model, args['where']),
    // A row's key is never null, so counting it counts the rows.
    orderBy: [{ _count: { [key]: 'desc' } }, ...by.map((name) => ({ [name]: 'asc' }))],
    take: first,
    ...sumArgs(info, model),
  };
}

export function groupResult(model: ModelInfo, row: Row): Row {
  const key = Object.fromEntries(model.values.map(({ name }) => [name, row[name] ?? null]));
  return { key, ...sumResult(row) };
}

function storedNames(
  info: GraphQLResolveInfo,
  model: ModelInfo,
  typeName: string,
  nodes: readonly FieldNode[],
): readonly string[] {
  return [...selectedFields(info, typeName, nodes).keys()].filter((name) => model.fields.has(name));
}
