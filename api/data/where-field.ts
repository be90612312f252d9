import { AnyNull } from '@prisma/client/runtime/client';
import type { IrValueField } from '@platform/aml-compiler';
import { operatorsOf } from '@platform/aml-compiler/filter-operators.ts';
import { escapeLike } from '../db/like.ts';
import { LIMITS } from '../limits.ts';
import type { Stored } from './coerce.ts';
import { coerceElement } from './coerce.ts';
import type { Models } from './model-info.ts';
import { badQuery, unknownName } from './query-error.ts';
import type { Args } from './args.ts';

const TEXT = ['contains', 'startsWith', 'endsWith'];
const JSON_LIST = ['array_contains', 'array_starts_with', 'array_ends_with'];
const JSON_TEXT = ['string_contains', 'string_starts_with', 'string_ends_with'];

/** Names that other query languages use, for the message. */
const FOREIGN: Readonly<Record<string, string>> = {
  eq: 'equals',
  neq: 'not',
  ne: 'not',
  nin: 'notIn',
  like: 'contains',
  ilike: 'contains',
  includes: 'contains',
  _eq: 'equals',
  _neq: 'not',
  $eq: 'equals',
  $ne: 'not',
  $in: 'in',
  $nin: 'notIn',
  $gt: 'gt',
  $gte: 'gte',
  $lt: 'lt',
  $lte: 'lte',
  '=': 'equals',
  '!=': 'not',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
};

/** Reads the filter of one stored field: a value, null, or an object of operators. Several conditions are ANDed. */
export function readFieldFilter(
  models: Models,
  field: IrValueField,
  input: unknown,
  path: string,
): readonly Args[] {
  const one = (filter: unknown): readonly Args[] => [{ [field.name]: filter }];
  if (input === undefined) return [];
  if (field.list && Array.isArray(input)) return one({ equals: readMany(models, field, input, path) });
  if (field.kind === 'scalar' && field.type === 'Json' && !field.list)
    return one(readJsonFilter(field, input, path));
  const isOperators = typeof input === 'object' && input !== null && !Array.isArray(input);
  if (!isOperators) return one({ equals: readOne(models, field, input, path, false) });
  if (!field.list) return one(readOperators(models, field, input, path, false));
  // The client library takes one operator of a list at a time.
  const operators = Object.entries(readListFilter(models, field, input, path));
  return operators.map(([name, value]) => ({ [field.name]: { [name]: value } }));
}

function readOperators(
  models: Models,
  field: IrValueField,
  input: object,
  path: string,
  nested: boolean,
): Args {
  const given = Object.fromEntries(Object.entries(input));
  requireOperator(given, path);
  const insensitive = readMode(field, given['mode'], `${path}.mode`) || nested;
  const filter: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const at = `${path}.${name}`;
    checkOperator(field, name, path);
    if (name === 'mode') continue;
    if (name === 'in' || name === 'notIn') filter[name] = readMany(models, field, value, at);
    else if (name === 'not') {
      const isFilter = typeof value === 'object' && value !== null;
      // It is one comparison: what is negated cannot be read in another way than what stands beside it.
      if (
        isFilter &&
        !insensitive &&
        readMode(field, Object.entries(value).find(([key]) => key === 'mode')?.[1], at)
      )
        throw badQuery(`${at}.mode`, 'stands beside not, and counts for what is in it.');
      filter[name] = isFilter
        ? readOperators(models, field, value, at, insensitive)
        : readOne(models, field, value, at, insensitive);
    } else if (TEXT.includes(name)) {
      if (value === null) throw badQuery(at, 'cannot be null.');
      filter[name] = escapeLike(String(readOne(models, field, value, at, false)));
    } else {
      filter[name] = readOne(models, field, value, at, insensitive && name === 'equals');
      if (filter[name] === null && name !== 'equals') throw badQuery(at, 'cannot be null.');
    }
  }
  return insensitive && !nested ? { ...filter, mode: 'insensitive' } : filter;
}

/** What was undefined, or a GraphQL variable without a value, leaves `{}` behind: read as no filter it gives all rows. */
function requireOperator(given: object, path: string): void {
  if (Object.keys(given).every((name) => name === 'mode'))
    throw badQuery(path, 'has no operator with a value, such as "equals"; leave it out to have all rows.');
}

function readMode(field: IrValueField, mode: unknown, path: string): boolean {
  if (mode === undefined) return false;
  if (field.kind !== 'scalar' || field.type !== 'String') throw badQuery(path, 'is for text only.');
  if (mode !== 'insensitive' && mode !== 'default')
    throw badQuery(path, 'must be "insensitive" or "default".');
  return mode === 'insensitive';
}

function readListFilter(models: Models, field: IrValueField, input: object, path: string): Args {
  requireOperator(input, path);
  const entries = Object.entries(input).map(([name, value]: [string, unknown]) => {
    const at = `${path}.${name}`;
    checkOperator(field, name, path);
    if (name === 'isEmpty') {
      if (typeof value !== 'boolean') throw badQuery(at, 'must be true or false.');
      return [name, value];
    }
    return [
      name,
      name === 'has' ? readOne(models, field, value, at, false) : readMany(models, field, value, at),
    ];
  });
  return Object.fromEntries(entries) as Args;
}

function readJsonFilter(field: IrValueField, input: unknown, path: string): Args {
  const isFilter = typeof input === 'object' && input !== null && !Array.isArray(input);
  const names = isFilter ? Object.keys(input) : [];
  // An object without any operator is a value to compare with.
  const operators = operatorsOf(field);
  if (!isFilter || !names.some((name) => operators.includes(name))) return { equals: jsonValue(input, path) };
  if (names.every((name) => name === 'path'))
    throw badQuery(path, 'a path needs an operator beside it, such as "equals".');
  const entries = Object.entries(input).map(([name, value]: [string, unknown]) => {
    const at = `${path}.${name}`;
    checkOperator(field, name, path);
    if (name === 'path') return [name, readJsonPath(value, at)];
    if (JSON_TEXT.includes(name)) {
      if (typeof value !== 'string') throw badQuery(at, 'must be text.');
      return [name, escapeLike(String(jsonValue(value, at)))];
    }
    if (value === null && JSON_LIST.includes(name)) throw badQuery(at, 'cannot be null.');
    return [name, jsonValue(value, at)];
  });
  return Object.fromEntries(entries) as Args;
}

function readJsonPath(value: unknown, path: string): readonly string[] {
  const steps = Array.isArray(value) ? value : [value];
  if (steps.length > 16 || !steps.every((step) => typeof step === 'string' && !step.includes('\0'))) {
    throw badQuery(path, 'must be a list of up to 16 names.');
  }
  return steps as string[];
}

function jsonValue(value: unknown, path: string): unknown {
  if (value === null) return AnyNull;
  const coerced = coerceElement(JSON_FIELD, value, new Map());
  if (!coerced.ok) throw badQuery(path, `${coerced.message}.`);
  return coerced.value;
}

const JSON_FIELD: IrValueField = {
  kind: 'scalar',
  type: 'Json',
  name: 'value',
  doc: null,
  optional: false,
  list: false,
  was: null,
  default: null,
  validators: [],
  unique: false,
  updatedAt: false,
};

function checkOperator(field: IrValueField, name: string, path: string): void {
  const known = operatorsOf(field);
  if (known.includes(name)) return;
  const meant = Object.hasOwn(FOREIGN, name) ? FOREIGN[name] : undefined;
  if (meant !== undefined && known.includes(meant)) {
    throw badQuery(path, `${JSON.stringify(name)} is no operator here; use ${JSON.stringify(meant)}.`);
  }
  throw unknownName(path, `operator of ${field.list ? 'a list' : field.type}`, name, known);
}

function readMany(models: Models, field: IrValueField, value: unknown, path: string): readonly Stored[] {
  if (!Array.isArray(value)) throw badQuery(path, 'must be a list.');
  if (value.length > LIMITS.whereListValues)
    throw badQuery(path, `may have ${LIMITS.whereListValues} values at most.`);
  return value.map((item: unknown, i) => {
    if (item === null) throw badQuery(`${path}[${i}]`, 'cannot be null; ask for null by itself.');
    return readOne(models, field, item, `${path}[${i}]`, false);
  });
}

/** One value of the field's type; `likeText` when the database compares it as a LIKE pattern. */
function readOne(
  models: Models,
  field: IrValueField,
  value: unknown,
  path: string,
  likeText: boolean,
): Stored {
  if (value === null) {
    if (!field.optional)
      throw badQuery(path, `${field.name} is never empty, so it cannot be compared with null.`);
    return null;
  }
  const coerced = coerceElement(field, value, models.enums);
  if (!coerced.ok) throw badQuery(path, `${coerced.message}.`);
  return likeText && typeof coerced.value === 'string' ? escapeLike(coerced.value) : coerced.value;
}
