import { Decimal } from '@prisma/client/runtime/client';
import type { IrValidator, IrValueField } from '@platform/aml-compiler';
import type { Stored } from './coerce.ts';

export interface Violation {
  readonly code: string;
  readonly message: string;
}

const EMAIL =
  /^[^\s@"<>()[\]\\,;:]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
const patterns = new WeakMap<IrValidator, RegExp>();

/** `@trim` and `@lower` change a text before anything is checked. */
export function normalize(field: IrValueField, value: Stored): Stored {
  let text = value;
  for (const validator of field.validators) {
    if (typeof text !== 'string') return text;
    if (validator.kind === 'trim') text = text.trim();
    if (validator.kind === 'lower') text = text.toLowerCase();
  }
  return text;
}

/** Whether a value keeps the rules of its field (design 5), the first broken one. A list has rules on its length. */
export function violation(field: IrValueField, value: Stored | readonly Stored[]): Violation | null {
  for (const validator of field.validators) {
    const found = check(validator, value);
    if (found) return found;
  }
  return null;
}

function check(validator: IrValidator, value: Stored | readonly Stored[]): Violation | null {
  switch (validator.kind) {
    case 'length':
      return checkLength(validator.min, validator.max, value);
    case 'email':
      return typeof value === 'string' && !(value.length <= 254 && EMAIL.test(value))
        ? { code: 'invalid_email', message: 'must be an e-mail address' }
        : null;
    case 'url':
      return typeof value === 'string' && !isWebAddress(value)
        ? { code: 'invalid_url', message: 'must be a web address that begins with http:// or https://' }
        : null;
    case 'regex':
      return typeof value === 'string' && !patternOf(validator).test(value)
        ? { code: 'invalid_pattern', message: `must match ${validator.pattern}` }
        : null;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return checkBound(validator.kind, validator.value, value);
    default:
      return null;
  }
}

function checkLength(min: number, max: number, value: Stored | readonly Stored[]): Violation | null {
  const list = Array.isArray(value);
  if (!list && typeof value !== 'string') return null;
  // Characters as people count them, as near as code points come.
  const length = list ? value.length : [...String(value)].length;
  const of = (count: number): string =>
    list
      ? count === 1
        ? '1 entry'
        : `${count} entries`
      : count === 1
        ? '1 character'
        : `${count} characters`;
  if (length < min) return { code: 'too_short', message: `must have at least ${of(min)}, has ${length}` };
  if (length > max) return { code: 'too_long', message: `may have at most ${of(max)}, has ${length}` };
  return null;
}

const BOUNDS = {
  gt: { words: 'greater than', holds: (order: number) => order > 0 },
  gte: { words: 'at least', holds: (order: number) => order >= 0 },
  lt: { words: 'less than', holds: (order: number) => order < 0 },
  lte: { words: 'at most', holds: (order: number) => order <= 0 },
};

function checkBound(
  kind: keyof typeof BOUNDS,
  bound: number | string,
  value: Stored | readonly Stored[],
): Violation | null {
  const order = compare(value, bound);
  if (order === null || BOUNDS[kind].holds(order)) return null;
  return { code: 'out_of_range', message: `must be ${BOUNDS[kind].words} ${bound}` };
}

function compare(value: Stored | readonly Stored[], bound: number | string): number | null {
  if (value instanceof Date) return value.getTime() - new Date(bound).getTime();
  if (typeof value === 'number') return new Decimal(value).comparedTo(new Decimal(bound));
  if (typeof value === 'bigint') return new Decimal(value.toString()).comparedTo(new Decimal(bound));
  return value instanceof Decimal ? value.comparedTo(new Decimal(bound)) : null;
}

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(value)) return false;
  return URL.canParse(value);
}

function patternOf(validator: Extract<IrValidator, { kind: 'regex' }>): RegExp {
  const known = patterns.get(validator);
  if (known) return known;
  const pattern = new RegExp(validator.pattern, 'u');
  patterns.set(validator, pattern);
  return pattern;
}
