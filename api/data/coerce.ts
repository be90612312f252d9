import { Decimal } from '@prisma/client/runtime/client';
import type { IrEnum, IrValueField, ScalarType } from '@platform/aml-compiler';
import { nearest } from '@platform/aml-compiler/nearest.ts';
import { LIMITS } from '../limits.ts';
import { quote } from './model-info.ts';
import { unstorableText } from './text-check.ts';

/** A value as the client library takes it. */
export type Stored = string | number | boolean | bigint | Date | Decimal | object | null;

export type Coerced =
  | { readonly ok: true; readonly value: Stored }
  | { readonly ok: false; readonly code: string; readonly message: string };

const INT_MIN = -2_147_483_648;
const INT_MAX = 2_147_483_647;
const BIGINT_MIN = -(2n ** 63n);
const BIGINT_MAX = 2n ** 63n - 1n;
const DECIMAL_DIGITS = 65;
const DECIMAL_PLACES = 30;

/** Takes one value of a field's type, lists aside, when nothing of it is lost (design 6). Never throws. */
export function coerceElement(
  field: IrValueField,
  value: unknown,
  enums: ReadonlyMap<string, IrEnum>,
): Coerced {
  return field.kind === 'enum' ? coerceEnum(field.type, value, enums) : COERCE[field.type](value);
}

const COERCE: Readonly<Record<ScalarType, (value: unknown) => Coerced>> = {
  String: coerceString,
  Boolean: coerceBoolean,
  Int: coerceInt,
  BigInt: coerceBigInt,
  Float: coerceFloat,
  Decimal: coerceDecimal,
  DateTime: coerceDateTime,
  Json: coerceJson,
};

function coerceEnum(name: string, value: unknown, enums: ReadonlyMap<string, IrEnum>): Coerced {
  const names = (enums.get(name)?.values ?? []).map((item) => item.name);
  if (typeof value === 'string' && names.includes(value)) return accept(value);
  const near = typeof value === 'string' ? nearest(value, names) : null;
  return refuse(
    'invalid_enum_value',
    `must be one of ${names.join(', ')}${near ? ` (did you mean ${quote(near)}?)` : ''}`,
  );
}

function coerceString(value: unknown): Coerced {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return accept(String(value));
  if (typeof value !== 'string') return refuse('invalid_type', 'must be text');
  if (value.length > LIMITS.recordTextCharacters) {
    return refuse('too_long', `may have ${LIMITS.recordTextCharacters} characters at most`);
  }
  const problem = unstorableText(value);
  return problem ? refuse('invalid_text', problem) : accept(value);
}

function coerceBoolean(value: unknown): Coerced {
  // "on" is what a ticked checkbox sends.
  if (value === true || value === 'true' || value === 1 || value === 'on') return accept(true);
  if (value === false || value === 'false' || value === 0 || value === 'off') return accept(false);
  return refuse('invalid_type', 'must be true or false');
}

function coerceInt(value: unknown): Coerced {
  const whole = readWhole(value);
  if (whole === null) return refuse('invalid_type', 'must be a whole number');
  const inRange = whole >= INT_MIN && whole <= INT_MAX;
  return inRange
    ? accept(Number(whole))
    : refuse('out_of_range', `must be between ${INT_MIN} and ${INT_MAX}`);
}

function coerceBigInt(value: unknown): Coerced {
  const whole = readWhole(value);
  if (whole === null) {
    return refuse('invalid_type', 'must be a whole number; beyond 9007199254740991 write it as text');
  }
  const inRange = whole >= BIGINT_MIN && whole <= BIGINT_MAX;
  return inRange ? accept(whole) : refuse('out_of_range', `must be between ${BIGINT_MIN} and ${BIGINT_MAX}`);
}

function coerceFloat(value: unknown): Coerced {
  const exact = typeof value === 'number' ? null : readDecimal(value);
  const number = exact ? exact.toNumber() : value;
  if (typeof number !== 'number' || !Number.isFinite(number))
    return refuse('invalid_type', 'must be a number');
  if (exact && !new Decimal(number).equals(exact))
    return refuse('out_of_range', 'has more digits than a Float keeps');
  // JSON is written without negative zero, so nobody could read it back.
  return accept(number === 0 ? 0 : number);
}

function coerceDecimal(value: unknown): Coerced {
  const decimal = readDecimal(typeof value === 'number' && Number.isFinite(value) ? String(value) : value);
  if (!decimal) return refuse('invalid_type', 'must be a number, as text when it has more than 15 digits');
  if (
    decimal.decimalPlaces() > DECIMAL_PLACES ||
    decimal.abs().gte(new Decimal(10).pow(DECIMAL_DIGITS - DECIMAL_PLACES))
  ) {
    return refuse(
      'out_of_range',
      `may have ${DECIMAL_DIGITS - DECIMAL_PLACES} digits before and ${DECIMAL_PLACES} after the point`,
    );
  }
  return accept(decimal);
}

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|z|[+-]\d{2}:?\d{2})?)?$/;

/** ISO 8601; without a zone it is UTC, a date alone is its midnight in UTC. A whole number is milliseconds. */
function coerceDateTime(value: unknown): Coerced {
  const bad = refuse('invalid_type', 'must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z');
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? bad : accept(value);
  if (typeof value === 'number') return Number.isInteger(value) ? checkYear(new Date(value)) : bad;
  const parts = typeof value === 'string' ? DATE_TIME.exec(value.trim()) : null;
  if (!parts) return bad;
  const [
    ,
    year = '',
    month = '',
    day = '',
    hour = '00',
    minute = '00',
    second = '00',
    fraction = '',
    zone = 'Z',
  ] = parts;
  if (/[1-9]/.test(fraction.slice(3))) return refuse('out_of_range', 'may not be finer than a millisecond');
  const millis = fraction.slice(0, 3).padEnd(3, '0');
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}`;
  const utc = new Date(`${wall}Z`);
  // Date turns 31 February into March: what comes out must be what went in.
  if (Number.isNaN(utc.getTime()) || utc.toISOString() !== `${wall}Z`) return bad;
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (!offset) return checkYear(utc);
  const minutes = Number(offset[2]) * 60 + Number(offset[3]);
  if (minutes > 14 * 60) return bad;
  return checkYear(new Date(utc.getTime() - (offset[1] === '-' ? -1 : 1) * minutes * 60_000));
}

function checkYear(date: Date): Coerced {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999
    ? accept(date)
    : refuse('out_of_range', 'must be between the years 1 and 9999');
}

function coerceJson(value: unknown): Coerced {
  const problem = unstorableJson(value, 0);
  return problem ? refuse('invalid_json', problem) : accept(value as Stored);
}

function unstorableJson(value: unknown, depth: number): string | null {
  if (depth > LIMITS.recordJsonDepth) return `may be ${LIMITS.recordJsonDepth} levels deep at most`;
  if (typeof value === 'string') return unstorableText(value);
  if (typeof value === 'number')
    return Number.isFinite(value) ? null : 'has a number that JSON does not know';
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value !== 'object') return 'must be JSON';
  for (const [key, item] of Object.entries(value)) {
    const problem = unstorableText(key) ?? unstorableJson(item, depth + 1);
    if (problem) return problem;
  }
  return null;
}

function readWhole(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null;
  if (typeof value !== 'string' || !/^[+-]?\d{1,40}$/.test(value.trim())) return null;
  return BigInt(value.trim().replace(/^\+/, ''));
}

function readDecimal(value: unknown): Decimal | null {
  if (value instanceof Decimal) return value;
  if (typeof value === 'bigint') return new Decimal(value.toString());
  if (
    typeof value !== 'string' ||
    !/^[+-]?(\d{1,80}(\.\d{0,80})?|\.\d{1,80})([eE][+-]?\d{1,3})?$/.test(value.trim())
  ) {
    return null;
  }
  return new Decimal(value.trim());
}

function accept(value: Stored): Coerced {
  return { ok: true, value };
}

function refuse(code: string, message: string): Coerced {
  return { ok: false, code, message };
}
