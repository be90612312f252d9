import type { ScalarType } from '../ir.ts';
import { bigIntType } from './bigint.ts';
import { booleanType } from './boolean.ts';
import { dateTimeType } from './date-time.ts';
import { decimalType } from './decimal.ts';
import { floatType } from './float.ts';
import { intType } from './int.ts';
import { jsonType } from './json.ts';
import type { ScalarTypeSpec } from './scalar-type.ts';
import { stringType } from './string.ts';

export const SCALAR_TYPES: Readonly<Record<ScalarType, ScalarTypeSpec>> = {
  String: stringType,
  Boolean: booleanType,
  Int: intType,
  BigInt: bigIntType,
  Float: floatType,
  Decimal: decimalType,
  DateTime: dateTimeType,
  Json: jsonType,
};

export function isScalarType(name: string): name is ScalarType {
  return Object.hasOwn(SCALAR_TYPES, name);
}
