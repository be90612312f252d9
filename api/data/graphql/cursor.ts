import { createHash } from 'node:crypto';
import type { IrValueField } from '@platform/aml-compiler';
import { ApiError } from '../../errors.ts';
import type { Stored } from '../coerce.ts';
import { coerceElement } from '../coerce.ts';
import type { ModelInfo, Models } from '../model-info.ts';
import type { OrderKey } from '../order-by.ts';
import { toRecord } from '../record-output.ts';
import type { Args } from '../args.ts';

/** What a cursor belongs to: a list of this space, of this model, in this order. */
export interface CursorList {
  readonly spaceId: string;
  readonly models: Models;
  readonly model: ModelInfo;
  readonly order: readonly OrderKey[];
}

/** The place of a row in a list: its values of the order's fields, so that a page goes on where a deleted row was. */
export function encodeCursor(list: CursorList, row: Args): string {
  const record = toRecord(list.models, list.model, row);
  const values = list.order.map((key) => record[key.field] ?? null);
  return Buffer.from(JSON.stringify([fingerprint(list), ...values])).toString('base64url');
}

/** @throws ApiError invalid_request when the cursor is of another list, order or app, or no cursor at all */
export function decodeCursor(list: CursorList, cursor: string, argument: string): readonly Stored[] {
  const bad = new ApiError('invalid_request', `${argument}: this is no cursor of this list in this order.`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw bad;
  }
  if (!Array.isArray(parsed) || parsed.length !== list.order.length + 1 || parsed[0] !== fingerprint(list))
    throw bad;
  return list.order.map((key, i): Stored => {
    const field = list.model.values.find((candidate) => candidate.name === key.field);
    const value: unknown = parsed[i + 1];
    if (!field) throw bad;
    if (value === null) return null;
    const coerced = coerceElement(field, value, list.models.enums);
    if (!coerced.ok) throw bad;
    return coerced.value;
  });
}

/**
 * The condition for rows past a place. Postgres counts NULL as greater than every value, so it comes last in
 * ascending and first in descending order.
 */
export function beyond(list: CursorList, values: readonly Stored[], side: 'after' | 'before'): Args {
  const branches = list.order.flatMap(({ field, direction }, i) => {
    const up = (direction === 'asc') === (side === 'after');
    const value = values[i] ?? null;
    const stored = list.model.values.find((candidate) => candidate.name === field);
    const further = stored ? furtherThan(stored, value, up) : null;
    const same = list.order.slice(0, i).map((key, j) => ({ [key.field]: { equals: values[j] ?? null } }));
    return further === null ? [] : [{ AND: [...same, further] }];
  });
  return { OR: branches };
}

function furtherThan(field: IrValueField, value: Stored, up: boolean): Args | null {
  const { name, optional } = field;
  if (value === null) return up ? null : { [name]: { not: null } };
  const further = beyondValue(field, value, up);
  if (!up || !optional) return further;
  return further === null ? { [name]: null } : { OR: [further, { [name]: null }] };
}

/** The client library compares everything but Booleans: false comes before true. */
function beyondValue(field: IrValueField, value: Stored, up: boolean): Args | null {
  if (typeof value !== 'boolean') return { [field.name]: { [up ? 'gt' : 'lt']: value } };
  return value === up ? null : { [field.name]: { equals: up } };
}

const fingerprints = new WeakMap<CursorList, string>();

function fingerprint(list: CursorList): string {
  const known = fingerprints.get(list);
  if (known !== undefined) return known;
  const { spaceId, model, order } = list;
  const text = JSON.stringify([spaceId, model.ir.name, order.map((key) => `${key.field} ${key.direction}`)]);
  const made = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  fingerprints.set(list, made);
  return made;
}
