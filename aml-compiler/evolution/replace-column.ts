import type { IrValueField } from '../ir.ts';
import type { CatalogColumn } from './catalog.ts';
import { rowsText, verb } from './change.ts';
import { describe, isAutoincrement, sameType } from './column-fill.ts';
import type { ColumnType } from './column-type.ts';
import type { ColumnWork } from './column-work.ts';
import { parked } from './park-column.ts';
import type { SchemaStep } from './step.ts';

/** Another type: a column of its own, filled where the old value casts; the old one is parked (design 5). */
export function replaceColumn(
  work: ColumnWork,
  field: IrValueField,
  old: CatalogColumn,
  from: ColumnType,
  to: ColumnType,
  castable: boolean,
): void {
  const target = `${work.model.name}.${field.name}`;
  const all = work.rows();
  const empty = old.nullable ? work.nulls(old.column) : 0;
  const failed = !castable
    ? all - empty
    : work.draft.count({ kind: 'castFailures', table: work.table.table, column: old.column, from, to });
  const back = work.table.columns.find(
    (candidate) =>
      candidate.parked &&
      candidate.field.name === field.name &&
      !work.touched.has(candidate) &&
      sameType(candidate, to),
  );
  if (back) work.touched.add(back);
  const column = back ?? work.newColumn(field);
  // Values kept in a column of an earlier type may fill more rows than are counted here, never fewer.
  const left = empty + failed;
  const nullable = !field.list && (field.optional || left > 0);
  if (nullable && !field.optional) work.draft.servedNullable.add(target);
  const at = { table: work.table.table, column: column.column };
  const steps: SchemaStep[] = [];
  if (!back) {
    const definition = { column: column.column, type: to, nullable: true, identity: false };
    steps.push({ kind: 'addColumn', table: work.table.table, column: definition, fill: null });
  }
  if (castable) steps.push({ kind: 'copy', ...at, from: { column: old.column, type: from }, type: to });
  if (field.list) steps.push({ kind: 'fillEmpty', ...at, type: to, fill: { kind: 'literal', value: [] } });
  if (!nullable) steps.push({ kind: 'setNotNull', ...at });
  const identity = isAutoincrement(field) && !nullable;
  if (identity) steps.push({ kind: 'addIdentity', ...at });
  work.columns.push({
    column: column.column,
    field,
    enumValues: to.enumValues,
    nullable,
    identity,
    parked: false,
  });
  work.columns.push(parked(work.table.table, old, steps));
  work.sources.set(
    field.name,
    castable
      ? { kind: 'column', future: { column: old.column, cast: { from, to } }, filled: back ? all : 0 }
      : { kind: 'empty' },
  );
  work.draft.add({
    class: all === 0 ? 'free' : (nullable && !field.optional) || failed > 0 ? 'refused' : 'checked',
    change: 'change_type',
    target,
    rows: failed,
    sentence:
      failed > 0
        ? `${target} becomes ${describe(to)}, but ${rowsText(failed)} ${verb(failed, 'hold')} a value that is no ${describe(to)}: it is empty there, and the old values are kept out of sight.`
        : `${target} becomes ${describe(to)}; ${rowsText(all)} ${verb(all, 'keep')} value.`,
    steps,
  });
}
