import type { Ir, IrValueField, ScalarType } from '../ir.ts';

/** What a column holds. The values of an enum are part of its type: they are checked, the column itself is text. */
export interface ColumnType {
  readonly type: ScalarType | 'Enum';
  readonly list: boolean;
  readonly enumValues: readonly string[];
}

export function columnType(field: IrValueField, enumValues: readonly string[]): ColumnType {
  const type = field.kind === 'enum' ? 'Enum' : field.type;
  return { type, list: field.list, enumValues: field.kind === 'enum' ? enumValues : [] };
}

export function enumValuesOf(field: IrValueField, enums: Ir['enums']): readonly string[] {
  if (field.kind !== 'enum') return [];
  return enums.find((candidate) => candidate.name === field.type)?.values.map((value) => value.name) ?? [];
}

export type CastKind =
  /** Nothing to do: the column already holds such values. */
  | 'same'
  /** Same column; rows may hold values that are no longer named. */
  | 'narrow-enum'
  /** Every old value has its place in the new type and the column can be altered where it is. */
  | 'widen'
  /** A new column is filled where the old value casts. */
  | 'cast'
  /** No value of the one means anything in the other. */
  | 'none';

const WIDENINGS: Readonly<Record<string, readonly string[]>> = {
  Int: ['BigInt', 'Float', 'Decimal'],
  BigInt: ['Decimal'],
};

/** Pairs with no meaning in each other; every other pair casts where the value allows it. */
const MEANINGLESS: Readonly<Record<string, readonly string[]>> = {
  Boolean: ['DateTime', 'Enum', 'Float', 'Decimal', 'BigInt'],
  Int: ['DateTime', 'Enum'],
  BigInt: ['Boolean', 'DateTime', 'Enum'],
  Float: ['Boolean', 'DateTime', 'Enum'],
  Decimal: ['Boolean', 'DateTime', 'Enum'],
  DateTime: ['Boolean', 'Int', 'BigInt', 'Float', 'Decimal', 'Enum'],
  Enum: ['Boolean', 'Int', 'BigInt', 'Float', 'Decimal', 'DateTime'],
  Json: ['DateTime', 'Enum'],
};

/** How a column of one type becomes one of another (design 5: free, backfill, checked, refused). */
export function castKind(from: ColumnType, to: ColumnType): CastKind {
  if (from.list !== to.list) return from.type === to.type && from.type !== 'Json' ? 'cast' : 'none';
  if (from.type === to.type) {
    if (from.type !== 'Enum') return 'same';
    return from.enumValues.every((value) => to.enumValues.includes(value)) ? 'same' : 'narrow-enum';
  }
  if (from.type === 'Enum' && to.type === 'String') return 'same';
  if (from.list) return WIDENINGS[from.type]?.includes(to.type) ? 'widen' : 'none';
  if (WIDENINGS[from.type]?.includes(to.type)) return 'widen';
  return MEANINGLESS[from.type]?.includes(to.type) ? 'none' : 'cast';
}

/** Whether a cast (`castKind` says `cast`) keeps every value, so that no row can be in its way. */
export function keepsEveryValue(from: ColumnType, to: ColumnType): boolean {
  if (from.list !== to.list) return to.list;
  if (to.type === 'Json') return true;
  if (to.type === 'String') return from.type !== 'Json';
  return from.type === 'Boolean' && to.type === 'Int';
}
