import type { Prisma } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { isClientId } from '../ids.ts';

/** How lists of the market are sorted; the first is the spec's (4.2). Each ends with the id, which makes it total. */
export const SORTS = {
  newest: ['createdAt', 'id'],
  updated: ['updatedAt', 'id'],
  forks: ['forkCount', 'createdAt', 'id'],
} as const;

export type Sort = keyof typeof SORTS;
type Key = (typeof SORTS)[Sort][number];
type Value = Date | number | string;

/** What has to be read of an app to know its place in any of the orders. */
export const PLACE_SELECT = { id: true, createdAt: true, updatedAt: true, forkCount: true } as const;
export type Place = Readonly<Record<'createdAt' | 'updatedAt', Date>> & {
  readonly id: string;
  readonly forkCount: number;
};

export function isSort(name: string): name is Sort {
  return Object.hasOwn(SORTS, name);
}

/** The order of a list; backwards for pages that are read from the end. */
export function orderOf(sort: Sort, backwards = false): Prisma.AppOrderByWithRelationInput[] {
  return SORTS[sort].map((key) => ({ [key]: backwards ? 'asc' : 'desc' }));
}

/** Names a place in a list. It holds the values themselves, so the app behind it may change or go. */
export function cursorOf(sort: Sort, place: Place): string {
  const values = SORTS[sort].map((key) => textOf(place[key]));
  return Buffer.from([sort, ...values].join(' ')).toString('base64url');
}

/**
 * What comes behind a cursor in the order, or before it.
 * @throws ApiError invalid_request for anything that `cursorOf` did not make for this order
 */
export function beyond(sort: Sort, cursor: string, side: 'behind' | 'before'): Prisma.AppWhereInput {
  const [name, ...texts] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const keys = SORTS[sort];
  const values = keys.map((key, index) => valueOf(key, texts[index] ?? ''));
  if (name !== sort || texts.length !== keys.length || values.some((value) => value === null)) {
    throw new ApiError('invalid_request', 'The cursor is not one that this list gave out.');
  }
  const operator = side === 'behind' ? 'lt' : 'gt';
  const alternatives = keys.map((key, index) => ({
    ...Object.fromEntries(keys.slice(0, index).map((earlier, at) => [earlier, values[at]])),
    [key]: { [operator]: values[index] },
  }));
  // The first key alone lets an index begin at the place; the alternatives then decide exactly.
  return { AND: [{ [keys[0]]: { [`${operator}e`]: values[0] } }, { OR: alternatives }] };
}

function textOf(value: Value): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

const LARGEST_COUNT = 2 ** 31 - 1;

function valueOf(key: Key, text: string): Value | null {
  if (key === 'id') return isClientId(text) ? text : null;
  if (key === 'forkCount') {
    return /^\d{1,10}$/.test(text) && Number(text) <= LARGEST_COUNT ? Number(text) : null;
  }
  const time = new Date(text);
  return /^\d{4}-/.test(text) && !Number.isNaN(time.getTime()) ? time : null;
}
