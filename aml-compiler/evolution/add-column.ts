import type { IrValueField } from '../ir.ts';
import { rowsText, verb } from './change.ts';
import { isAutoincrement } from './column-fill.ts';
import type { ColumnWork } from './column-work.ts';

/** A field that the table has no column for. */
export function addColumn(work: ColumnWork, field: IrValueField): void {
  const target = `${work.model.name}.${field.name}`;
  const fill = field.list ? null : work.fillOf(field);
  const why = work.withheld(field);
  const mayBeEmpty = field.optional || field.list;
  const existing = mayBeEmpty && fill === null && why === undefined ? null : work.rows();
  const isRefused = existing !== null && existing > 0 && fill === null;
  const nullable = field.optional || isRefused;
  if (isRefused && !field.optional) work.draft.servedNullable.add(target);
  const column = work.newColumn(field);
  const identity = isAutoincrement(field) && !nullable;
  work.columns.push({ ...column, nullable, identity });
  work.setSource(field, { column: null, cast: null }, existing ?? 0);
  const definition = { column: column.column, type: work.typeOf(field), nullable, identity };
  const isFilled = existing !== null && existing > 0 && fill !== null;
  work.draft.add({
    class: isRefused ? 'refused' : isFilled ? 'backfill' : 'free',
    change: 'add_field',
    target,
    rows: existing,
    sentence: sentence(field, target, { existing: existing ?? 0, isRefused, isFilled, why }),
    steps: [{ kind: 'addColumn', table: work.table.table, column: definition, fill }],
  });
}

function sentence(
  field: IrValueField,
  target: string,
  found: {
    readonly existing: number;
    readonly isRefused: boolean;
    readonly isFilled: boolean;
    readonly why: string | undefined;
  },
): string {
  const rows = rowsText(found.existing);
  if (found.isRefused && found.why !== undefined)
    return `Adds the field ${target}, but ${rows} cannot get its default, because ${found.why}: it stays empty there. Give them values of their own.`;
  if (found.isRefused)
    return `${target} is required but has no default, and ${rows} ${verb(found.existing, 'exist')} without it: it is added, stays empty there, and new records must give it. Write "${field.name} …?" or add @default(…).`;
  return found.isFilled
    ? `Adds the field ${target} and gives ${rows} its default.`
    : `Adds the field ${target}.${field.list && field.default ? ' Rows from before begin with an empty list; its default is for new ones.' : ''}`;
}
