import type { IrScalarField, ScalarType } from '@platform/aml-compiler';
import { Decimal } from '@prisma/client/runtime/client';
import { expect, it } from 'vitest';
import { coerceElement } from './coerce.ts';

const read = (type: ScalarType, value: unknown): unknown => {
  const field: IrScalarField = {
    kind: 'scalar',
    type,
    name: 'f',
    doc: null,
    optional: false,
    list: false,
    was: null,
    default: null,
    validators: [],
    unique: false,
    updatedAt: false,
  };
  const coerced = coerceElement(field, value, new Map());
  if (!coerced.ok) return coerced.code;
  return coerced.value instanceof Decimal
    ? coerced.value.toFixed()
    : coerced.value instanceof Date
      ? coerced.value.toISOString()
      : coerced.value;
};

it.each<[ScalarType, unknown, unknown]>([
  ['String', 5, '5'],
  ['Float', -0, 0],
  ['Float', '-0', 0],
  ['String', true, 'true'],
  ['String', NaN, 'invalid_type'],
  ['String', {}, 'invalid_type'],
  ['String', 'a\0', 'invalid_text'],
  ['String', '\udc00', 'invalid_text'],
  ['Int', '42', 42],
  ['Int', 1.5, 'invalid_type'],
  ['Int', '1e3', 'invalid_type'],
  ['Int', 2147483648, 'out_of_range'],
  ['Int', -2147483648, -2147483648],
  ['Int', true, 'invalid_type'],
  ['BigInt', '9223372036854775807', 9223372036854775807n],
  ['BigInt', '9223372036854775808', 'out_of_range'],
  ['BigInt', 2 ** 60, 'invalid_type'],
  ['Float', '0.5', 0.5],
  ['Float', '1e999', 'invalid_type'],
  ['Float', '0.12345678901234567890123', 'out_of_range'],
  ['Float', '', 'invalid_type'],
  ['Decimal', '1.10', '1.1'],
  ['Decimal', 0.1, '0.1'],
  ['Decimal', '1'.repeat(36), 'out_of_range'],
  ['Decimal', 'NaN', 'invalid_type'],
  ['Boolean', 'on', true],
  ['Boolean', 0, false],
  ['Boolean', 'yes', 'invalid_type'],
  ['DateTime', '2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['DateTime', '2026-02-30', 'invalid_type'],
  ['DateTime', '2026-01-01T00:00:00.0001Z', 'out_of_range'],
  ['DateTime', '2026-01-01T00:00-0530', '2026-01-01T05:30:00.000Z'],
  ['DateTime', '2026-01-01T24:00Z', 'invalid_type'],
  ['DateTime', 0, '1970-01-01T00:00:00.000Z'],
  ['Json', { a: [1, null] }, { a: [1, null] }],
  ['Json', { 'a\0': 1 }, 'invalid_json'],
])('%s, case %#', (type, given, expected) => {
  expect(read(type, given)).toEqual(expected);
});
