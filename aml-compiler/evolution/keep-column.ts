import type { IrValueField } from '../ir.ts';
import type { CatalogColumn } from './catalog.ts';
import { formerNames } from './former-names.ts';
import { describe } from './column-fill.ts';
import { castKind, columnType } from './column-type.ts';
import type { ColumnWork } from './column-work.ts';
import { keepEnumValues } from './enum-values.ts';
import { narrowValidators } from './narrow-validators.ts';
import { ancestorsOf, replaceColumn } from './replace-column.ts';
import { settleIdentity, settleNull } from './settle-column.ts';
import type { SchemaStep } from './step.ts';

/** A field that goes on with the column it had, or has again; another type gives it a column of its own. */
export function keepColumn(
  work: ColumnWork,
  field: IrValueField,
  column: CatalogColumn,
  restored: boolean,
): void {
  const target = `${work.model.name}.${field.name}`;
  const from = columnType(column.field, column.enumValues);
  const to = work.typeOf(field);
  const kind = castKind(from, to);
  if (!restored && column.field.name !== field.name) {
    work.draft.add({
      class: 'free',
      change: 'rename_field',
      target,
      rows: null,
      steps: [],
      sentence: `${work.model.name}.${column.field.name} is now called ${field.name}; its values stay.`,
    });
  }
  // What would be altered where it is, or need not be, gives way to values that the field had before.
  const isKey = work.table.primaryKey.includes(column.column);
  const hasEarlier = from.type !== to.type && !isKey && ancestorsOf(work, column).length > 0;
  if (kind === 'cast' || kind === 'none' || hasEarlier) return replaceColumn(work, field, column, from, to);
  const steps: SchemaStep[] = [];
  if (kind === 'widen') {
    steps.push({ kind: 'widen', table: work.table.table, column: column.column, type: to });
    work.draft.add({
      class: 'backfill',
      change: 'widen_field',
      target,
      rows: work.rows(),
      steps,
      sentence: `${target} becomes ${describe(field)}; every value stays as it is.`,
    });
  }
  if (kind === 'narrow-enum') keepEnumValues(work, field, column, from, to);
  if (restored) {
    work.draft.add({
      class: 'free',
      change: 'restore_field',
      target,
      rows: work.rows() - work.nulls(column.column),
      steps: [],
      sentence: `${target} comes back with the values it had.`,
    });
  }
  narrowValidators(work, field, column);
  const settled = settleNull(work, field, column, target);
  const identity = settleIdentity(work, field, { ...column, nullable: settled.nullable });
  work.columns.push({
    column: column.column,
    field,
    enumValues: to.enumValues,
    nullable: settled.nullable,
    identity,
    parked: false,
    ...formerNames(column, column.field, field, work.draft.now),
  });
  const cast = kind === 'widen' ? { from, to } : null;
  work.setSource(field, { column: column.column, cast }, settled.filled);
}
