import type { Args } from '../data/args.ts';
import { readOrderBy, type OrderKey } from '../data/order-by.ts';
import { newBudget } from '../data/query-budget.ts';
import type { QueryContext } from '../data/query-context.ts';
import { readQueryMembers } from '../data/query-request.ts';
import { readQueryLimit, readSelect } from '../data/select.ts';
import { readWhere } from '../data/where.ts';
import type { FormSpace } from './form-space.ts';

/** A query of answers that was checked: what the SQL is written from, and the names to answer with. */
export interface FormQuery {
  readonly args: Args;
  /** What the answer calls each member, and the column that it is from. */
  readonly names: readonly (readonly [name: string, column: string])[];
}

const MEMBERS = ['where', 'select', 'limit', 'orderBy'];
const NEWEST_FIRST: readonly OrderKey[] = [
  { field: '_created_at', direction: 'desc' },
  { field: '_id', direction: 'desc' },
];

/**
 * Reads the typed query of spec 4.4 with the grammar of the bridge (design 6). Left out, `orderBy` is newest first and
 * `select` all fields of the form as it is now, by their keys.
 * @throws ApiError invalid_request naming the mistake
 */
export function readFormQuery(space: FormSpace, body: unknown): FormQuery {
  const { where, select, limit, orderBy } = readQueryMembers(body, MEMBERS);
  const take = readQueryLimit(limit);
  const names =
    select === undefined || select === null || select === true ? allNames(space) : readNames(space, select);
  return {
    args: {
      where: readFormWhere(space, where),
      select: Object.fromEntries(names.map(([, column]) => [column, true])),
      orderBy: readFormOrder(space, orderBy).map((key) => ({ [key.field]: key.direction })),
      take,
    },
    names,
  };
}

/** A condition by the names of requests. @throws ApiError invalid_request */
export function readFormWhere({ models, named }: FormSpace, where: unknown): Args {
  const context: QueryContext = { models, caller: 'owner', budget: newBudget() };
  return readWhere(context, named, where);
}

/** The order by column, newest first where none is given. @throws ApiError invalid_request */
export function readFormOrder({ named }: FormSpace, orderBy: unknown): readonly OrderKey[] {
  if (orderBy === undefined || orderBy === null) return NEWEST_FIRST;
  return readOrderBy(named, orderBy).map(({ field, direction }) => ({
    field: columnOf(named, field),
    direction,
  }));
}

function readNames(space: FormSpace, select: unknown): FormQuery['names'] {
  const context: QueryContext = { models: space.models, caller: 'owner', budget: newBudget() };
  const chosen = Object.keys(readSelect(context, { ...space.named, values: [] }, select));
  if (chosen.length === 0) return allNames(space);
  return chosen.map((name) => [name, columnOf(space.named, name)]);
}

/** Each column of the form as it is now by its key, or where the system's columns have that name, by its own. */
function allNames({ named, current }: FormSpace): FormQuery['names'] {
  const names = new Map<string, string>();
  for (const [name, { name: column }] of named.fields)
    if (name !== column || !names.has(column)) names.set(column, name);
  return current.map((column) => [names.get(column) ?? column, column]);
}

function columnOf({ fields }: FormSpace['named'], name: string): string {
  const field = fields.get(name);
  if (!field) throw new Error(`A query names ${name}, which was not checked.`);
  return field.name;
}
