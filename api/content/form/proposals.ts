import type { Propose } from '../kind.ts';
import { isObject } from '../operation.ts';
import { FIELD_TYPES, hasOptions, hasRange, type FieldType } from './document.ts';

const FIELD = /^\/fields\/(\d+)\/(key|type|range\/min|range\/max)$/;
/** The key that the schema gives as an example. */
const ANY_KEY = 'new_field';

/**
 * Makes a proposal fit the rest of the form: keys stay unique, also among proposals, a range begins below its end, and a
 * type is one that may have what the field has.
 */
export function proposals(document: unknown): Propose {
  const fields: unknown = isObject(document) ? document['fields'] : undefined;
  let taken: ReadonlySet<unknown> | null = null;
  return (path, value) => {
    const [, index, member] = FIELD.exec(path) ?? [];
    const field: unknown = Array.isArray(fields) ? fields[Number(index)] : undefined;
    if (!isObject(field)) return value;
    if (member === 'key') {
      taken ??= new Set(
        (fields as readonly unknown[]).map((one) => (isObject(one) ? one['key'] : undefined)),
      );
      return keyFor(value, Number(index), taken);
    }
    if (member === 'type') return typeFor(value as FieldType, field);
    return boundFor(value, member, isObject(field['range']) ? field['range'] : {});
  };
}

/** Fields that are called alike are told apart by their numbers. */
function keyFor(value: unknown, index: number, taken: ReadonlySet<unknown>): unknown {
  const key = value === ANY_KEY ? `${ANY_KEY}_${index + 1}` : value;
  return typeof key === 'string' && taken.has(key) ? freeKey(key, taken) : key;
}

/** A key like the given one that no field has. @param from the first number that is tried */
export function freeKey(key: string, taken: ReadonlySet<unknown>, from = 2): string {
  for (let number = from; ; number += 1) {
    const ending = `_${number}`;
    const free = [...key].slice(0, 100 - ending.length).join('') + ending;
    if (!taken.has(free)) return free;
  }
}

/** Options and ranges are worth more than a guess at a misspelt word. */
function typeFor(value: FieldType, field: Readonly<Record<string, unknown>>): FieldType {
  const fits = (type: FieldType): boolean =>
    (field['options'] === undefined || hasOptions(type)) && (field['range'] === undefined || hasRange(type));
  return fits(value) ? value : (FIELD_TYPES.toReversed().findLast(fits) ?? value);
}

function boundFor(
  value: unknown,
  member: string | undefined,
  range: Readonly<Record<string, unknown>>,
): unknown {
  const { min, max } = range;
  if (member === 'range/max' && typeof min === 'number') return Number(value) > min ? value : above(min);
  if (member === 'range/min' && typeof max === 'number') return Number(value) < max ? value : -above(-max);
  return value;
}

/** A number above another one, also where doubles are far apart. */
function above(number: number): number {
  if (number + 1 > number) return number + 1;
  return number < 0 ? 0 : Math.min(number * 2, Number.MAX_VALUE);
}
