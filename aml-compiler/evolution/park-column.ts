import type { CatalogColumn } from './catalog.ts';
import { rowsText, verb } from './change.ts';
import type { ColumnWork } from './column-work.ts';
import type { SchemaStep } from './step.ts';

/** A column whose field is gone: hidden, its values kept (design 5). */
export function parkColumn(work: ColumnWork, column: CatalogColumn): CatalogColumn {
  const steps: SchemaStep[] = [];
  const entry = parked(work.table.table, column, steps, work.draft.now);
  const target = `${work.model.name}.${column.field.name}`;
  const hidden = work.rows() - (column.nullable ? work.nulls(column.column) : 0);
  work.draft.add({
    class: 'parked',
    change: 'remove_field',
    target,
    rows: hidden,
    steps,
    sentence: `${target} is no longer shown. ${rowsText(hidden)} ${verb(hidden, 'keep')} value out of sight; name the field again and they are back.`,
  });
  return entry;
}

/** The entry of a hidden column; `steps` gets what lets new rows leave it empty. */
export function parked(
  table: string,
  column: CatalogColumn,
  steps: SchemaStep[],
  now: number,
): CatalogColumn {
  const at = { table, column: column.column };
  if (column.identity) steps.push({ kind: 'dropIdentity', ...at });
  if (!column.nullable) steps.push({ kind: 'dropNotNull', ...at });
  return { ...column, parked: true, until: now, nullable: true, identity: false };
}
