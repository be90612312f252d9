import type { IrModel, IrRelationField } from '../ir.ts';
import type { CatalogForeignKey, CatalogTable } from './catalog.ts';
import type { PlanDraft } from './change.ts';
import { rowsText, verb } from './change.ts';
import { constraintName } from './names.ts';
import type { ValueSource } from './column-work.ts';
import type { FutureColumn, SchemaStep } from './step.ts';

/** A model with its table, as planned so far. `sources` is null for a table that is made now: it has no rows. */
export interface PlannedTable {
  readonly model: IrModel;
  readonly before: CatalogTable;
  readonly sources: ReadonlyMap<string, ValueSource> | null;
  columnOf(field: string): string;
}

/**
 * Plans the foreign keys of one model. When rows point nowhere, the constraint checks new rows only and the
 * relation is served nullable.
 */
export function planForeignKeys(
  draft: PlanDraft,
  planned: PlannedTable,
  tableOf: (model: string) => PlannedTable,
  isRefused: (model: string, uniqueKey: readonly string[]) => boolean,
  takenNames: Set<string>,
): readonly CatalogForeignKey[] {
  const { model, before } = planned;
  const result: CatalogForeignKey[] = [];
  const kept = new Set<CatalogForeignKey>();
  for (const field of model.fields) {
    if (field.kind !== 'relation' || field.fields.length === 0) continue;
    if (isRefused(field.type, field.references)) continue;
    const wanted = wantedKey(planned, field, tableOf(field.type));
    const existing = before.foreignKeys.find((key) => sameForeignKey(key, wanted));
    if (existing?.validated) {
      kept.add(existing);
      result.push(existing);
      continue;
    }
    const orphans = planned.sources
      ? countOrphans(draft, planned, planned.sources, field, tableOf(field.type))
      : 0;
    if (orphans > 0) for (const name of field.fields) draft.servedNullable.add(`${model.name}.${name}`);
    const validated = orphans === 0;
    const name = existing?.name ?? constraintName('f', before.table, wanted.columns, takenNames);
    takenNames.add(name);
    const key: CatalogForeignKey = { ...wanted, name, validated };
    if (existing) kept.add(existing);
    result.push(key);
    const steps: SchemaStep[] = [];
    if (!existing) steps.push({ kind: 'addForeignKey', table: before.table, foreignKey: key });
    else if (validated) steps.push({ kind: 'validateForeignKey', table: before.table, foreignKey: key });
    const target = `${model.name}.${field.name}`;
    draft.add({
      class: orphans > 0 ? 'refused' : planned.sources ? 'checked' : 'free',
      change: 'add_relation',
      target,
      rows: planned.sources ? orphans : null,
      steps,
      sentence:
        orphans > 0
          ? `${rowsText(orphans)} of ${model.name} ${verb(orphans, 'point')} to a ${field.type} that is not there: ${target} is empty for them, new records are checked.`
          : `${target} points to ${field.type}.`,
    });
  }
  const dropped = before.foreignKeys.filter((key) => !kept.has(key));
  if (dropped.length > 0) draft.add(dropForeignKeys(model.name, before.table, dropped));
  return result;
}

/** A parked table or relation must neither hold back nor follow the deletion of rows elsewhere. */
export function dropForeignKeys(model: string, table: string, keys: readonly CatalogForeignKey[]) {
  return {
    class: 'free' as const,
    change: 'remove_relation',
    target: model,
    rows: null,
    sentence: `${model} no longer follows ${keys.length === 1 ? 'a relation' : 'relations'} that the model does not name.`,
    steps: keys.map((foreignKey) => ({ kind: 'dropForeignKey' as const, table, foreignKey })),
  };
}

function wantedKey(
  planned: PlannedTable,
  field: IrRelationField,
  to: PlannedTable,
): Omit<CatalogForeignKey, 'name' | 'validated'> {
  return {
    columns: field.fields.map((name) => planned.columnOf(name)),
    table: to.before.table,
    references: field.references.map((name) => to.columnOf(name)),
    onDelete: field.onDelete,
    onUpdate: field.onUpdate,
  };
}

function sameForeignKey(
  key: CatalogForeignKey,
  wanted: Omit<CatalogForeignKey, 'name' | 'validated'>,
): boolean {
  return (
    key.table === wanted.table &&
    key.onDelete === wanted.onDelete &&
    key.onUpdate === wanted.onUpdate &&
    key.columns.join() === wanted.columns.join() &&
    key.references.join() === wanted.references.join()
  );
}

/** Rows that point nowhere; when a count cannot say, the rows that might. */
function countOrphans(
  draft: PlanDraft,
  planned: PlannedTable,
  sources: ReadonlyMap<string, ValueSource>,
  field: IrRelationField,
  to: PlannedTable,
): number {
  const table = planned.before.table;
  const columns: FutureColumn[] = [];
  for (const name of field.fields) {
    const source = sources.get(name);
    if (!source || source.kind === 'empty') return 0;
    if (source.kind !== 'column' || source.filled > 0) return draft.count({ kind: 'rows', table });
    columns.push(source.future);
  }
  const [first] = columns;
  const rows = (): number => draft.count({ kind: 'rows', table });
  if (!to.sources)
    return columns.length === 1 && first
      ? rows() - draft.count({ kind: 'nulls', table, column: first.column })
      : rows();
  const toColumns: FutureColumn[] = [];
  for (const name of field.references) {
    const source = to.sources.get(name);
    if (source?.kind !== 'column') return rows();
    toColumns.push(source.future);
  }
  return draft.count({ kind: 'orphans', table, columns, toTable: to.before.table, toColumns });
}
