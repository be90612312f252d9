import type { IrDefault, IrValueField } from '../ir.ts';
import type { CatalogColumn } from './catalog.ts';
import { rowsText, verb } from './change.ts';
import { isAutoincrement } from './column-fill.ts';
import type { ColumnWork } from './column-work.ts';
import type { SchemaStep } from './step.ts';

/** Whether the column may be empty from now on, and how many rows get the field's default. */
export function settleNull(
  work: ColumnWork,
  field: IrValueField,
  column: CatalogColumn,
  target: string,
): { readonly nullable: boolean; readonly filled: number } {
  const at = { table: work.table.table, column: column.column };
  if (field.optional && !column.nullable) {
    work.draft.add({
      class: 'free',
      change: 'loosen_field',
      target,
      rows: null,
      steps: [{ kind: 'dropNotNull', ...at }],
      sentence: `${target} may now be left empty.`,
    });
    return { nullable: true, filled: 0 };
  }
  if (field.optional || !column.nullable) return { nullable: column.nullable, filled: 0 };
  const empty = work.nulls(column.column);
  const type = work.typeOf(field);
  const fill: IrDefault | null = field.list ? { kind: 'literal', value: [] } : work.fillOf(field);
  const why = work.withheld(field);
  if (empty > 0 && fill === null) {
    work.draft.servedNullable.add(target);
    work.draft.add({
      class: 'refused',
      change: 'require_field',
      target,
      rows: empty,
      steps: [],
      sentence:
        why === undefined
          ? `${target} is required, but ${rowsText(empty)} ${verb(empty, 'have')} no value: it stays empty there, and new records must give it. Add @default(…) to fill them.`
          : `${target} is required, but ${rowsText(empty)} ${verb(empty, 'have')} no value and cannot get its default, because ${why}: it stays empty there. Give them values of their own.`,
    });
    return { nullable: true, filled: 0 };
  }
  const steps: SchemaStep[] = [];
  if (empty > 0 && fill !== null) steps.push({ kind: 'fillEmpty', ...at, type, fill });
  steps.push({ kind: 'setNotNull', ...at });
  work.draft.add({
    class: empty > 0 ? 'backfill' : 'checked',
    change: 'require_field',
    target,
    rows: empty,
    steps,
    sentence:
      empty > 0
        ? `${target} is required; ${rowsText(empty)} without a value ${verb(empty, 'get')} its default.`
        : `${target} is required; every row has a value.`,
  });
  return { nullable: false, filled: empty };
}

/** Whether the column counts up by itself from now on. */
export function settleIdentity(work: ColumnWork, field: IrValueField, column: CatalogColumn): boolean {
  const wanted = isAutoincrement(field) && !column.nullable;
  if (wanted === column.identity) return wanted;
  const kind = wanted ? 'addIdentity' : 'dropIdentity';
  work.draft.add({
    class: 'free',
    change: wanted ? 'add_counter' : 'remove_counter',
    target: `${work.model.name}.${field.name}`,
    rows: null,
    sentence: wanted
      ? `New records get the next free number as ${work.model.name}.${field.name}.`
      : `${work.model.name}.${field.name} no longer counts up by itself.`,
    steps: [{ kind, table: work.table.table, column: column.column }],
  });
  return wanted;
}
