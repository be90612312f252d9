import type { IrModel } from '../ir.ts';
import type { CatalogKey } from './catalog.ts';
import type { PlanDraft } from './change.ts';
import { rowsText, verb } from './change.ts';
import { isDistinct, withoutFill } from './column-fill.ts';
import type { ValueSource } from './column-work.ts';
import { constraintName } from './names.ts';
import type { PlannedTable } from './plan-foreign-keys.ts';
import type { FutureColumn } from './step.ts';

interface WantedKey {
  readonly unique: boolean;
  readonly fields: readonly { readonly name: string; readonly sort: 'asc' | 'desc' }[];
}

export interface PlannedKeys {
  readonly keys: readonly CatalogKey[];
  /** Unique keys that rows violate: they are not served. */
  readonly refused: readonly (readonly string[])[];
}

/**
 * Plans the unique keys and indexes of one model. Each foreign key gets an index unless another key begins with
 * its columns. A unique key is counted first and refused when rows share a value (design 5: checked).
 */
export function planKeys(draft: PlanDraft, planned: PlannedTable, takenNames: Set<string>): PlannedKeys {
  const { model, before: table, sources } = planned;
  const refused: (readonly string[])[] = [];
  const keys: CatalogKey[] = [];
  for (const wanted of wantedKeys(model)) {
    const columns = wanted.fields.map(({ name, sort }) => ({ column: planned.columnOf(name), sort }));
    if (keys.some((key) => sameKey(key, wanted.unique, columns))) continue;
    const existing = table.keys.find((key) => sameKey(key, wanted.unique, columns));
    const names = wanted.fields.map((field) => field.name);
    const target = `${model.name}(${names.join(', ')})`;
    const isFilled = names.some((name) => sources?.get(name)?.future.fill);
    const isOpen = wanted.unique && (!existing || isFilled);
    const shared = isOpen && sources ? countShared(draft, target, planned, names, sources) : 0;
    if (existing) {
      keys.push(existing);
      continue;
    }
    if (shared > 0) {
      refused.push(names);
      draft.add({
        class: 'refused',
        change: 'add_unique',
        target,
        rows: shared,
        steps: [],
        sentence: `${target} cannot be unique yet: ${rowsText(shared)} ${verb(shared, 'share')} a value with another row.`,
      });
      continue;
    }
    const name = constraintName(
      wanted.unique ? 'u' : 'i',
      table.table,
      columns.map((c) => c.column),
      takenNames,
    );
    takenNames.add(name);
    const key: CatalogKey = { name, unique: wanted.unique, columns };
    keys.push(key);
    draft.add({
      class: wanted.unique && sources ? 'checked' : 'free',
      change: wanted.unique ? 'add_unique' : 'add_index',
      target,
      rows: wanted.unique && sources ? 0 : null,
      sentence: wanted.unique
        ? `${target} is unique from now on.`
        : `Looking up rows by ${target} becomes faster.`,
      steps: [{ kind: 'addKey', table: table.table, key }],
    });
  }
  for (const key of table.keys) {
    if (keys.includes(key)) continue;
    draft.add({
      class: 'free',
      change: key.unique ? 'remove_unique' : 'remove_index',
      target: model.name,
      rows: null,
      sentence: key.unique
        ? `${model.name} may hold several rows with the same ${key.columns.map((c) => c.column).join(', ')}.`
        : `An index of ${model.name} is no longer needed.`,
      steps: [{ kind: 'dropKey', table: table.table, key }],
    });
  }
  return { keys, refused };
}

function wantedKeys(model: IrModel): readonly WantedKey[] {
  const ascending = (names: readonly string[]): WantedKey['fields'] =>
    names.map((name) => ({ name, sort: 'asc' }));
  const wanted: WantedKey[] = [
    ...model.uniques.map((names) => ({ unique: true, fields: ascending(names) })),
    ...model.indexes.map((index) => ({ unique: false, fields: index.fields })),
  ];
  for (const field of model.fields) {
    if (field.kind !== 'relation' || field.fields.length === 0) continue;
    const led = [ascending(model.primaryKey), ...wanted.map((key) => key.fields)].some((fields) =>
      field.fields.every((name, i) => fields[i]?.name === name),
    );
    if (!led) wanted.push({ unique: false, fields: ascending(field.fields) });
  }
  return wanted;
}

function sameKey(key: CatalogKey, unique: boolean, columns: CatalogKey['columns']): boolean {
  return (
    key.unique === unique &&
    key.columns.length === columns.length &&
    key.columns.every((c, i) => c.column === columns[i]?.column && c.sort === columns[i]?.sort)
  );
}

/**
 * Rows that would break a unique key. When it is only a default which makes them equal, rows do not get that default:
 * the key is worth more than a value that nobody gave.
 */
function countShared(
  draft: PlanDraft,
  target: string,
  { model, before }: PlannedTable,
  names: readonly string[],
  sources: ReadonlyMap<string, ValueSource>,
): number {
  const columns: FutureColumn[] = [];
  const filled: string[] = [];
  for (const name of names) {
    const source = sources.get(name);
    if (!source) throw new Error(`${target} has no source for ${name}.`);
    const { fill } = source.future;
    // Each filled row gets a value of its own, so it can share none.
    if (!fill || isDistinct(fill.value)) columns.push(withoutFill(source.future));
    else {
      columns.push(source.future);
      filled.push(name);
    }
  }
  const count = (list: readonly FutureColumn[]): number =>
    list.some((column) => column.column === null && !column.fill)
      ? 0
      : draft.count({ kind: 'duplicates', table: before.table, columns: list });
  const shared = count(columns);
  if (shared === 0 || filled.length === 0) return shared;
  const own = count(columns.map(withoutFill));
  if (own === shared) return shared;
  for (const name of filled) draft.toWithhold.set(`${model.name}.${name}`, `${target} is unique`);
  return own;
}
