import type { IrModel, IrRelationField } from '../ir.ts';
import type { CatalogForeignKey, CatalogTable } from './catalog.ts';
import type { PlanDraft } from './change.ts';
import { rowsText, verb } from './change.ts';
import { isDistinct, withoutFill } from './column-fill.ts';
import type { ValueSource } from './column-work.ts';
import { constraintName } from './names.ts';
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
    const isFilled = field.fields.some((name) => planned.sources?.get(name)?.future.fill);
    const orphans =
      planned.sources && (!existing?.validated || isFilled)
        ? countOrphans(draft, planned, planned.sources, field, tableOf(field.type))
        : 0;
    if (existing?.validated) {
      kept.add(existing);
      result.push(existing);
      continue;
    }
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

/**
 * Rows that point nowhere. Those that would only by a default of their foreign key do not get it: new rows with it
 * are refused too.
 */
function countOrphans(
  draft: PlanDraft,
  { model, before }: PlannedTable,
  sources: ReadonlyMap<string, ValueSource>,
  field: IrRelationField,
  to: PlannedTable,
): number {
  const columns = futures(field.fields, sources);
  const bare = columns.map(withoutFill);
  const filled = field.fields.filter((name) => sources.get(name)?.future.fill);
  const own = countMissing(draft, before.table, bare, field, to);
  if (filled.length === 0) return own;
  const isMade = columns.some(({ fill }) => fill && isDistinct(fill.value));
  if (isMade || countMissing(draft, before.table, columns, field, to) > own) {
    const why = `it would point to no ${field.type}`;
    for (const name of filled) draft.toWithhold.set(`${model.name}.${name}`, why);
  }
  return own;
}

function countMissing(
  draft: PlanDraft,
  table: string,
  columns: readonly FutureColumn[],
  field: IrRelationField,
  to: PlannedTable,
): number {
  if (columns.some((column) => column.column === null && !column.fill)) return 0;
  const references = to.sources ? futures(field.references, to.sources) : null;
  const isThere = references?.every((column) => column.column !== null || column.fill) ?? false;
  const target = references && isThere ? { table: to.before.table, columns: references } : null;
  return draft.count({ kind: 'orphans', table, columns, to: target });
}

function futures(
  names: readonly string[],
  sources: ReadonlyMap<string, ValueSource>,
): readonly FutureColumn[] {
  return names.map((name) => {
    const source = sources.get(name);
    if (!source) throw new Error(`A foreign key has no source for ${name}.`);
    return source.future;
  });
}
