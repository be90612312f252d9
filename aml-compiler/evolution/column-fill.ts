import type { IrDefault, IrValueField } from '../ir.ts';
import type { CatalogColumn } from './catalog.ts';
import { castKind, columnType } from './column-type.ts';
import type { ColumnType } from './column-type.ts';
import type { FutureColumn } from './step.ts';

/** What rows that exist already get for a required field; null when there is nothing to give. */
export function fillOf(field: IrValueField): IrDefault | null {
  if (field.default !== null) return field.default;
  return field.kind === 'scalar' && field.updatedAt ? { kind: 'generated', fn: 'now' } : null;
}

export function isAutoincrement(field: IrValueField): boolean {
  return field.default?.kind === 'generated' && field.default.fn === 'autoincrement';
}

/** Whether each filled row gets a value of its own. */
export function isDistinct(fill: IrDefault): boolean {
  return fill.kind === 'generated' && fill.fn !== 'now';
}

/** What a column holds before rows without a value get a default. */
export function withoutFill({ column, cast, carry }: FutureColumn): FutureColumn {
  return { column, cast, ...(carry ? { carry } : {}) };
}

/** Whether a parked column can show values of this type. */
export function sameType(column: CatalogColumn, to: ColumnType): boolean {
  return castKind(columnType(column.field, column.enumValues), to) === 'same';
}

/** The type of a field, for sentences. */
export function describe({ type, list }: IrValueField): string {
  return list ? `a list of ${type}` : type;
}
