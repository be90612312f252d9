import type { IrDefault, IrValueField } from '../ir.ts';
import type { CatalogColumn } from './catalog.ts';
import { castKind, columnType } from './column-type.ts';
import type { ColumnType } from './column-type.ts';

/** What rows that exist already get for a required field; null when there is nothing to give. */
export function fillOf(field: IrValueField): IrDefault | null {
  if (field.default !== null) return field.default;
  return field.kind === 'scalar' && field.updatedAt ? { kind: 'generated', fn: 'now' } : null;
}

export function isAutoincrement(field: IrValueField): boolean {
  return field.default?.kind === 'generated' && field.default.fn === 'autoincrement';
}

/** Whether the filled rows all get the same value. */
export function sourceOf(fill: IrDefault): 'constant' | 'distinct' {
  return fill.kind === 'generated' && fill.fn !== 'now' ? 'distinct' : 'constant';
}

/** Whether a parked column can show values of this type. */
export function sameType(column: CatalogColumn, to: ColumnType): boolean {
  return castKind(columnType(column.field, column.enumValues), to) === 'same';
}

/** For sentences. */
export function describe(type: ColumnType): string {
  return type.list ? `a list of ${type.type}` : type.type;
}
