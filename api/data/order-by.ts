import { SCOPE_NAME } from '@platform/aml-compiler/scope-name.ts';
import { LIMITS } from '../limits.ts';
import type { ModelInfo } from './model-info.ts';
import { badQuery, unknownName } from './query-error.ts';

export type Direction = 'asc' | 'desc';

export interface OrderKey {
  readonly field: string;
  readonly direction: Direction;
}

/**
 * Reads `orderBy` in all its forms: `{ f: "asc" }`, a list of these, or `"f"` and `"-f"` (design 6). The primary
 * key is always added last, so that the order of equal rows never changes between pages.
 * @throws ApiError invalid_request naming the nearest field
 */
export function readOrderBy(model: ModelInfo, input: unknown, path = 'orderBy'): readonly OrderKey[] {
  const given = (input === null || input === undefined ? [] : Array.isArray(input) ? input : [input]).flatMap(
    (item: unknown, i) => readItem(model, item, Array.isArray(input) ? `${path}[${i}]` : path),
  );
  const keys = given.filter((key, i) => given.findIndex((other) => other.field === key.field) === i);
  if (keys.length > LIMITS.orderByKeys)
    throw badQuery(path, `may have ${LIMITS.orderByKeys} fields at most.`);
  const direction = keys.at(-1)?.direction ?? 'asc';
  const missing = model.ir.primaryKey.filter((name) => !keys.some((key) => key.field === name));
  return [...keys, ...missing.map((field) => ({ field, direction }))];
}

function readItem(model: ModelInfo, item: unknown, path: string): readonly OrderKey[] {
  if (typeof item === 'string') {
    const descending = item.startsWith('-');
    return key(model, descending ? item.slice(1) : item, descending ? 'desc' : 'asc', path);
  }
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    throw badQuery(
      path,
      'write { "field": "asc" } or { "field": "desc" }, a list of these, or "field" and "-field".',
    );
  }
  return Object.entries(item).flatMap(([name, direction]) => {
    // The name first: what is wrong with a relation is not its direction.
    const keys = key(model, name, direction === 'desc' ? 'desc' : 'asc', path);
    if (direction !== 'asc' && direction !== 'desc')
      throw badQuery(`${path}.${name}`, 'must be "asc" or "desc".');
    return keys;
  });
}

function key(model: ModelInfo, name: string, direction: Direction, path: string): readonly OrderKey[] {
  const field = model.fields.get(name);
  if (!field && name === SCOPE_NAME) return [];
  const { sortable } = model;
  if (!field) throw unknownName(path, `field of ${model.ir.name}`, name, [...sortable]);
  if (!sortable.has(name)) throw badQuery(path, `rows cannot be sorted by ${name}.`);
  return [{ field: name, direction }];
}

/** As the client library takes it. */
export function orderArgs(keys: readonly OrderKey[]): readonly Readonly<Record<string, Direction>>[] {
  return keys.map(({ field, direction }) => ({ [field]: direction }));
}
