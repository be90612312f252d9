import type { StudioDiagnostic } from '../../errors.ts';
import { isObject } from '../operation.ts';
import { hasRange } from './document.ts';
import { freeKey } from './proposals.ts';

const KEY = /^[^\u0000-\u001f\u007f-\u009f\ud800-\udfff]{1,100}$/u;

type Loose = Readonly<Record<string, unknown>>;

/** Unique keys, and ranges that begin below their end (spec 2.4): JSON Schema cannot say either. */
export function checkFurther(document: unknown): readonly StudioDiagnostic[] {
  const fields = isObject(document) ? document['fields'] : undefined;
  if (!Array.isArray(fields)) return [];
  const taken = new Set(fields.map((field: unknown) => (isObject(field) ? field['key'] : undefined)));
  const seen = new Map<string, number>();
  return fields.flatMap((field: unknown, index) =>
    isObject(field) ? [...keyMistake(field, index, seen, taken), ...rangeMistake(field, index)] : [],
  );
}

/** @param seen how often each key was there so far: of many alike each looks for a free number above the one before */
function keyMistake(
  { key }: Loose,
  index: number,
  seen: Map<string, number>,
  taken: Set<unknown>,
): readonly StudioDiagnostic[] {
  // A key that is no key is told by the schema.
  if (typeof key !== 'string' || !KEY.test(key)) return [];
  const before = seen.get(key) ?? 0;
  seen.set(key, before + 1);
  if (before === 0) return [];
  const free = freeKey(key, taken, before + 1);
  taken.add(free);
  return [
    {
      code: 'duplicate_key',
      path: `/fields/${index}/key`,
      message: `Another field before has the key ${JSON.stringify(key)}.`,
      hint: `Write \`${JSON.stringify(free)}\`.`,
    },
  ];
}

function rangeMistake({ type, range }: Loose, index: number): readonly StudioDiagnostic[] {
  if (!hasRange(type) || !isObject(range)) return [];
  const { min, max } = range;
  if (!Number.isFinite(min) || !Number.isFinite(max) || Number(min) < Number(max)) return [];
  return [
    {
      code: 'range_order',
      path: `/fields/${index}/range`,
      message: `In "range", min must be less than max; ${String(min)} is not less than ${String(max)}.`,
      hint: `Write \`${JSON.stringify(max === min ? widen(Number(min)) : { min: max, max: min })}\`.`,
    },
  ];
}

/** A range around one number that stays a range also where doubles are far apart. */
function widen(at: number): { readonly min: number; readonly max: number } {
  return at > 0 ? { min: 0, max: at } : { min: at, max: 1 };
}
