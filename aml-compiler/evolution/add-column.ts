import type { IrValueField } from '../ir.ts';
import { rowsText, verb } from './change.ts';
import { fillOf, sourceOf } from './column-fill.ts';
import type { ColumnWork } from './column-work.ts';

/** A field that the table has no column for. */
export function addColumn(work: ColumnWork, field: IrValueField): void {
  const target = `${work.model.name}.${field.name}`;
  const column = work.newColumn(field);
  const type = work.typeOf(field);
  const fill = fillOf(field);
  const mayBeEmpty = field.optional || field.list;
  const existing = mayBeEmpty ? null : work.rows();
  if (mayBeEmpty || existing === 0) {
    work.columns.push({ ...column, nullable: field.optional });
    work.sources.set(field.name, { kind: field.list || fill === null ? 'empty' : sourceOf(fill) });
    const definition = { column: column.column, type, nullable: field.optional, identity: column.identity };
    work.draft.add({
      class: 'free',
      change: 'add_field',
      target,
      rows: existing,
      sentence: `Adds the field ${target}.`,
      steps: [
        { kind: 'addColumn', table: work.table.table, column: definition, fill: field.list ? null : fill },
      ],
    });
    return;
  }
  const nullable = fill === null;
  if (nullable) work.draft.servedNullable.add(target);
  work.columns.push({ ...column, nullable });
  work.sources.set(field.name, { kind: fill === null ? 'empty' : sourceOf(fill) });
  const definition = { column: column.column, type, nullable, identity: column.identity };
  work.draft.add({
    class: nullable ? 'refused' : 'backfill',
    change: 'add_field',
    target,
    rows: existing,
    sentence: nullable
      ? `${target} is required but has no default, and ${rowsText(existing ?? 0)} ${verb(existing ?? 0, 'exist')} without it: it is added, stays empty there, and new records must give it. Write "${field.name} …?" or add @default(…).`
      : `Adds the field ${target} and gives ${rowsText(existing ?? 0)} its default.`,
    steps: [{ kind: 'addColumn', table: work.table.table, column: definition, fill }],
  });
}
