import type { IrValueField } from '../ir.ts';
import type { CatalogColumn } from './catalog.ts';
import { rowsText, verb } from './change.ts';
import { describe } from './column-fill.ts';
import type { ColumnType } from './column-type.ts';
import { castKind, columnType } from './column-type.ts';
import type { ColumnWork } from './column-work.ts';
import { replaceColumn } from './replace-column.ts';
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
  if (kind === 'cast' || kind === 'none')
    return replaceColumn(work, field, column, from, to, kind === 'cast');
  const steps: SchemaStep[] = [];
  if (kind === 'widen') {
    steps.push({ kind: 'widen', table: work.table.table, column: column.column, type: to });
    work.draft.add({
      class: 'backfill',
      change: 'widen_field',
      target,
      rows: work.rows(),
      steps,
      sentence: `${target} becomes ${describe(to)}; every value stays as it is.`,
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
  const settled = settleNull(work, field, column, target);
  const identity = settleIdentity(work, field, { ...column, nullable: settled.nullable });
  work.columns.push({
    column: column.column,
    field,
    enumValues: to.enumValues,
    nullable: settled.nullable,
    identity,
    parked: false,
  });
  const cast = kind === 'widen' ? { from, to } : null;
  work.sources.set(field.name, {
    kind: 'column',
    future: { column: column.column, cast },
    filled: settled.filled,
  });
}

function keepEnumValues(
  work: ColumnWork,
  field: IrValueField,
  column: CatalogColumn,
  from: ColumnType,
  to: ColumnType,
): void {
  const held = work.draft.count({
    kind: 'castFailures',
    table: work.table.table,
    column: column.column,
    from,
    to,
  });
  const gone = from.enumValues.filter((value) => !to.enumValues.includes(value));
  if (held > 0) work.kept.set(field.type, [...(work.kept.get(field.type) ?? []), ...gone]);
  work.draft.add({
    class: held > 0 ? 'refused' : 'checked',
    change: 'remove_enum_value',
    target: `${work.model.name}.${field.name}`,
    rows: held,
    sentence:
      held > 0
        ? `${rowsText(held)} of ${work.model.name} ${verb(held, 'hold')} ${gone.join(', ')} in ${field.name}, which ${field.type} no longer names: the values stay allowed until no row holds them.`
        : `${field.type} no longer has ${gone.join(', ')}; no row of ${work.model.name} holds one in ${field.name}.`,
    steps: [],
  });
}
