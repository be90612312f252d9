import type { IrDefault, IrValueField } from '../ir.ts';
import type { CatalogColumn } from './catalog.ts';
import { formerNames } from './former-names.ts';
import { rowsText, verb } from './change.ts';
import { describe, fillOf, isAutoincrement, sameType } from './column-fill.ts';
import type { ColumnType } from './column-type.ts';
import { columnType } from './column-type.ts';
import type { ColumnWork } from './column-work.ts';
import { parked } from './park-column.ts';
import type { Carry, CastSource, SchemaStep } from './step.ts';

/**
 * Another type: a column of its own, in which each row gets its newest value that fits; the old one is parked
 * (design 5). The column that the field had when it was of this type before is taken again, unless rows were changed
 * meanwhile: then what it holds is kept as it is, and a new column has what is shown.
 */
export function replaceColumn(
  work: ColumnWork,
  field: IrValueField,
  old: CatalogColumn,
  from: ColumnType,
  to: ColumnType,
): void {
  const { table } = work.table;
  const target = `${work.model.name}.${field.name}`;
  const ancestors = ancestorsOf(work, old);
  const carry: Carry = {
    to,
    current: { column: old.column, type: from },
    earlier: ancestors.map(sourceOfColumn),
    filled: fillOf(old.field)?.kind === 'literal' ? fillOf(old.field) : null,
  };
  const all = work.rows();
  const failed = work.draft.count({ kind: 'hidden', table, carry });
  const back = ancestors.find((candidate) => isAsItWas(work, candidate, carry));
  if (back) work.touched.add(back);
  const column = back ?? work.newColumn(field);
  const left = field.list ? 0 : work.draft.count({ kind: 'unfilled', table, carry });
  const fill: IrDefault | null = field.optional || field.list ? null : work.fillOf(field);
  const nullable = !field.list && (field.optional || (left > 0 && fill === null));
  if (nullable && !field.optional) work.draft.servedNullable.add(target);
  const at = { table, column: column.column };
  const steps: SchemaStep[] = [];
  if (!back) {
    const definition = { column: column.column, type: to, nullable: true, identity: false };
    steps.push({ kind: 'addColumn', table, column: definition, fill: null });
  }
  steps.push({ kind: 'carry', ...at, carry });
  if (field.list) steps.push({ kind: 'fillEmpty', ...at, type: to, fill: { kind: 'literal', value: [] } });
  if (left > 0 && fill !== null) steps.push({ kind: 'fillEmpty', ...at, type: to, fill });
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
    ...formerNames(old, old.field, field, work.draft.now),
  });
  work.columns.push({ ...parked(table, old, steps, work.draft.now), heir: column.column });
  work.setSource(field, { column: old.column, cast: null, carry }, fill === null ? 0 : left);
  const kind = describe(field);
  const instead = ancestors.length > 0 ? 'an earlier value that fits is shown, or ' : '';
  const why = work.withheld(field);
  const because = why === undefined ? '' : ` (its default cannot be given, because ${why})`;
  const otherwise = fill === null ? `it is empty there${because}` : 'it gets its default there';
  work.draft.add({
    class: all === 0 ? 'free' : (nullable && !field.optional) || failed > 0 ? 'refused' : 'checked',
    change: 'change_type',
    target,
    rows: failed,
    sentence:
      failed > 0
        ? `${target} becomes ${kind}, but ${rowsText(failed)} ${verb(failed, 'hold')} a value that is no ${kind}: ${instead}${otherwise}, and the old values are kept out of sight.`
        : `${target} becomes ${kind}; ${rowsText(all)} ${verb(all, 'keep')} value.`,
    steps,
  });
}

/** The columns that a field had before it had this one, newest first. */
export function ancestorsOf(work: ColumnWork, column: CatalogColumn): readonly CatalogColumn[] {
  const line = new Set([column.column]);
  const found = new Set<CatalogColumn>();
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const candidate of work.table.columns) {
      if (!candidate.parked || work.touched.has(candidate) || !line.has(candidate.heir ?? '')) continue;
      found.add(candidate);
      line.add(candidate.column);
    }
  }
  return work.table.columns.filter((candidate) => found.has(candidate));
}

/** Whether an earlier column of the type can be shown again: no row has had a newer value since. */
function isAsItWas(work: ColumnWork, candidate: CatalogColumn, carry: Carry): boolean {
  if (!sameType(candidate, carry.to)) return false;
  const column = sourceOfColumn(candidate);
  return work.draft.count({ kind: 'outdated', table: work.table.table, carry, column }) === 0;
}

function sourceOfColumn({ column, field, enumValues }: CatalogColumn): CastSource {
  return { column, type: columnType(field, enumValues) };
}
