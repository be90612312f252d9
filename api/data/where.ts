import type { IrRelationField } from '@platform/aml-compiler';
import { TO_MANY_OPERATORS, TO_ONE_OPERATORS } from '@platform/aml-compiler/filter-operators.ts';
import { SCOPE_NAME } from '@platform/aml-compiler/scope-name.ts';
import { LIMITS } from '../limits.ts';
import type { ModelInfo } from './model-info.ts';
import { relatedModel } from './model-info.ts';
import { badQuery, unknownName } from './query-error.ts';
import { spendCondition } from './query-budget.ts';
import { requireRight } from './rights.ts';
import type { Args } from './args.ts';
import type { QueryContext } from './query-context.ts';
import { readFieldFilter } from './where-field.ts';

/**
 * Reads a `where` of Prisma's shape (design 6) and gives what the client library takes: every name is known, every
 * value has its field's type, LIKE wildcards are literal.
 * @throws ApiError invalid_request naming the nearest field or operator; forbidden for a model that may not be read
 */
export function readWhere(
  context: QueryContext,
  model: ModelInfo,
  input: unknown,
  path = 'where',
  depth = 1,
): Args {
  if (input === undefined || input === null) return {};
  const where = asObject(input, path);
  if (depth > LIMITS.whereDepth)
    throw badQuery(path, `conditions may be nested ${LIMITS.whereDepth} levels deep.`);
  const conditions: Args[] = [];
  for (const [name, value] of Object.entries(where)) {
    const at = `${path}.${name}`;
    if (name === 'AND' || name === 'OR' || name === 'NOT') {
      // GraphQL clients send null for a variable that was left out.
      if (value === null) continue;
      conditions.push({ [name]: readLogic(context, model, name, value, at, depth) });
      continue;
    }
    spendCondition(context.budget, at);
    const field = model.fields.get(name);
    if (field?.kind === 'relation')
      conditions.push({ [name]: readRelation(context, field, value, at, depth) });
    else if (field) conditions.push(...readFieldFilter(context.models, field, value, at));
    // The scope is the server's; whatever a client says about it is ignored (spec 4.1 rule 1).
    else if (name !== SCOPE_NAME)
      throw unknownName(path, `field of ${model.ir.name}`, name, [...model.fields.keys()]);
  }
  const [only, ...others] = conditions;
  return only === undefined ? {} : others.length === 0 ? only : { AND: conditions };
}

function readLogic(
  context: QueryContext,
  model: ModelInfo,
  name: 'AND' | 'OR' | 'NOT',
  value: unknown,
  path: string,
  depth: number,
): unknown {
  if (name === 'OR' && !Array.isArray(value)) throw badQuery(path, 'must be a list of conditions.');
  const list = Array.isArray(value) ? value : [value];
  return list.map((item: unknown, i) => {
    spendCondition(context.budget, path);
    return readWhere(context, model, asObject(item, `${path}[${i}]`), `${path}[${i}]`, depth + 1);
  });
}

function readRelation(
  context: QueryContext,
  field: IrRelationField,
  value: unknown,
  path: string,
  depth: number,
): unknown {
  const related = relatedModel(context.models, field);
  // Whoever may not read rows may not probe them by filters either.
  requireRight(related, 'read', context.caller);
  if (value === null) {
    if (field.list || !field.optional) throw badQuery(path, 'is never empty, so it cannot be null.');
    return null;
  }
  const operators: readonly string[] = field.list ? TO_MANY_OPERATORS : TO_ONE_OPERATORS;
  const entries = Object.entries(asObject(value, path));
  const named = entries.length > 0 && entries.every(([name]) => operators.includes(name));
  if (!named && !field.list) return { is: readWhere(context, related, value, path, depth + 1) };
  return Object.fromEntries(
    entries.map(([name, part]) => {
      if (!operators.includes(name)) throw unknownName(path, 'operator of a list of rows', name, operators);
      if (part === null && !field.list && field.optional) return [name, null];
      return [
        name,
        readWhere(context, related, asObject(part, `${path}.${name}`), `${path}.${name}`, depth + 1),
      ];
    }),
  );
}

function asObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw badQuery(path, 'must be an object of conditions.');
}
