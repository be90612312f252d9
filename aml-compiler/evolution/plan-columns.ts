import type { Ir, IrModel } from '../ir.ts';
import { valueFields } from '../value-fields.ts';
import { addColumn } from './add-column.ts';
import type { CatalogColumn, CatalogTable } from './catalog.ts';
import type { PlanDraft } from './change.ts';
import type { ValueSource } from './column-work.ts';
import { ColumnWork } from './column-work.ts';
import { keepColumn } from './keep-column.ts';
import { matchColumns } from './match.ts';
import { parkColumn } from './park-column.ts';

export interface PlannedColumns {
  readonly columns: readonly CatalogColumn[];
  readonly sources: ReadonlyMap<string, ValueSource>;
}

/** Plans the fields of one model against its table. `enums` are those of the new AML. */
export function planColumns(
  draft: PlanDraft,
  model: IrModel,
  table: CatalogTable,
  enums: Ir['enums'],
): PlannedColumns {
  const matching = matchColumns(model, table, enums);
  for (const { name, was } of matching.stale) draft.staleWas.push({ target: `${model.name}.${name}`, was });
  const work = new ColumnWork(draft, model, table, enums);
  // All of them first: a column that one field names by `@was` must not come back as the former type of another.
  for (const { entry } of matching.byName.values()) work.touched.add(entry);
  for (const field of valueFields(model)) {
    const matched = matching.byName.get(field.name);
    if (matched) keepColumn(work, field, matched.entry, matched.restored);
    else addColumn(work, field);
  }
  for (const column of table.columns) {
    if (!work.touched.has(column)) work.columns.push(column.parked ? column : parkColumn(work, column));
  }
  return { columns: work.columns, sources: work.sources };
}
