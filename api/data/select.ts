import type { IrRelationField } from '@platform/aml-compiler';
import { SCOPE_NAME } from '@platform/aml-compiler/scope-name.ts';
import { LIMITS } from '../limits.ts';
import type { ModelInfo } from './model-info.ts';
import { relatedModel } from './model-info.ts';
import { orderArgs, readOrderBy } from './order-by.ts';
import { spendRows } from './query-budget.ts';
import type { QueryContext } from './query-context.ts';
import { badQuery, unknownName } from './query-error.ts';
import { requireRight } from './rights.ts';
import type { Args } from './args.ts';
import { readWhere } from './where.ts';

/** How deep a selection is nested, and for how many rows it is repeated. */
interface Place {
  readonly depth: number;
  readonly times: number;
}

/**
 * Reads `select`: a list of names, or an object `{ f: true, rel: true | [names] | { select, where, orderBy, limit } }`
 * (design 6). Left out, all stored fields.
 * @throws ApiError invalid_request naming the nearest field; forbidden for a related model that may not be read
 */
export function readSelect(
  context: QueryContext,
  model: ModelInfo,
  input: unknown,
  path = 'select',
  place: Place = { depth: 0, times: 1 },
): Args {
  if (input === undefined || input === null || input === true) return allValues(model);
  const entries = Array.isArray(input)
    ? input.map((name: unknown): [unknown, unknown] => [name, true])
    : entriesOf(input, path);
  // Without a prototype every name is a member of its own, "__proto__" too.
  const select = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of entries) {
    if (typeof name !== 'string') throw badQuery(path, 'must be a list of names or an object.');
    const field = model.fields.get(name);
    if (!field) {
      if (name === SCOPE_NAME) continue;
      throw unknownName(path, `field of ${model.ir.name}`, name, [...model.fields.keys()]);
    }
    if (value === false) continue;
    if (field.kind === 'relation')
      select[name] = readRelation(context, field, value, `${path}.${name}`, {
        ...place,
        depth: place.depth + 1,
      });
    else if (value === true) select[name] = true;
    else throw badQuery(`${path}.${name}`, 'must be true.');
  }
  return Object.keys(select).length === 0 ? allValues(model) : select;
}

function readRelation(
  context: QueryContext,
  field: IrRelationField,
  value: unknown,
  path: string,
  place: Place,
): Args {
  if (place.depth > LIMITS.selectDepth)
    throw badQuery(path, `relations are selected ${LIMITS.selectDepth} levels deep at most.`);
  const related = relatedModel(context.models, field);
  requireRight(related, 'read', context.caller);
  const options: Record<string, unknown> =
    value === true
      ? {}
      : Array.isArray(value)
        ? { select: value }
        : Object.fromEntries(entriesOf(value, path));
  for (const name of Object.keys(options)) {
    const known = field.list ? ['select', 'where', 'orderBy', 'limit'] : ['select'];
    if (!known.includes(name)) throw unknownName(path, 'member here', name, known);
  }
  const selectAt = `${path}.select`;
  if (!field.list) return { select: readSelect(context, related, options['select'], selectAt, place) };
  const take = readQueryLimit(options['limit'], `${path}.limit`);
  const times = place.times * take;
  spendRows(context.budget, times, path);
  return {
    select: readSelect(context, related, options['select'], selectAt, { ...place, times }),
    where: readWhere(context, related, options['where'], `${path}.where`),
    orderBy: orderArgs(readOrderBy(related, options['orderBy'], `${path}.orderBy`)),
    take,
  };
}

/** `limit`: an integer from 1 to the maximum; above it is an error that names it, never a silent cut (design 6). */
export function readQueryLimit(value: unknown, path = 'limit'): number {
  if (value === undefined || value === null) return LIMITS.queryDefaultLimit;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > LIMITS.queryMaxLimit) {
    throw badQuery(path, `must be an integer from 1 to ${LIMITS.queryMaxLimit}.`);
  }
  return value;
}

function allValues(model: ModelInfo): Args {
  return Object.fromEntries(model.values.map((field) => [field.name, true]));
}

function entriesOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badQuery(path, 'must be a list of names or an object.');
  }
  return Object.entries(value);
}
