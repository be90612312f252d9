import type { Ir, IrModel } from '../ir.ts';
import type { Catalog, CatalogColumn, CatalogTable } from './catalog.ts';
import { EMPTY_CATALOG } from './catalog.ts';
import type { EvolutionChange } from './change.ts';
import { PlanDraft, orderedSteps, rowsText, verb } from './change.ts';
import { columnDefaults } from './column-defaults.ts';
import { isAutoincrement } from './column-fill.ts';
import { columnType, enumValuesOf } from './column-type.ts';
import { freedEnumValues } from './enum-values.ts';
import { formerNames, thisTime } from './former-names.ts';
import { matchTables } from './match.ts';
import { valueFields } from '../value-fields.ts';
import { physicalName, tableName } from './names.ts';
import type { PlannedColumns } from './plan-columns.ts';
import { planColumns } from './plan-columns.ts';
import type { PlannedTable } from './plan-foreign-keys.ts';
import { dropForeignKeys, planForeignKeys } from './plan-foreign-keys.ts';
import { planKeys } from './plan-keys.ts';
import { reopenForeignKeys } from './reopen-foreign-keys.ts';
import { servedIr } from './served-ir.ts';
import { namesBeside, settleColumnNames } from './settle-column-names.ts';
import { settlePrimaryKeys } from './settle-primary-keys.ts';
import type { CountRequest, Counts, SchemaStep } from './step.ts';
import { countKey } from './step.ts';

export interface Evolution {
  readonly changes: readonly EvolutionChange[];
  /** Every step of every change, in the order to run them in. */
  readonly steps: readonly SchemaStep[];
  readonly catalog: Catalog;
  /** What the tables can serve afterwards (the declared IR less what was refused). */
  readonly servedIr: Ir;
  /** `@was` that names nothing, for a warning. */
  readonly staleWas: readonly { readonly target: string; readonly was: string }[];
  /** Counts the plan still lacks. While there are any, the rest is provisional. */
  readonly missing: readonly CountRequest[];
}

/**
 * Plans how the tables of a data space become what `ir` says, without dropping anything (design 5). Pure: ask for
 * `missing`, count, and call it again; it settles after a few rounds. Never throws for an accepted AML.
 */
export function planEvolution(catalog: Catalog | null, ir: Ir, counts: Counts = new Map()): Evolution {
  const before = catalog ?? EMPTY_CATALOG;
  let withheld: ReadonlyMap<string, string> = new Map();
  for (;;) {
    const draft = new PlanDraft(counts, withheld, thisTime(before.tables));
    const evolution = attempt(draft, before, ir);
    // Nothing is concluded from answers that are still to come. Each attempt withholds more, so this ends.
    if (draft.toWithhold.size === 0 || evolution.missing.length > 0) return evolution;
    withheld = new Map([...withheld, ...draft.toWithhold]);
  }
}

function attempt(draft: PlanDraft, before: Catalog, ir: Ir): Evolution {
  const matching = matchTables(ir, before);
  for (const { name, was } of matching.stale) draft.staleWas.push({ target: name, was });
  const settled = settlePrimaryKeys(draft, ir, before);
  const tableNames = new Set(before.tables.map((table) => table.table));
  const keyNames = new Set([
    ...tableNames,
    ...before.tables.flatMap((table) => [...table.keys, ...table.foreignKeys].map((key) => key.name)),
  ]);

  const planned = settled.models.map((model) => {
    const matched = matching.byName.get(model.name);
    return matched
      ? planExisting(draft, model, matched.entry, matched.restored, settled.enums)
      : planNew(draft, model, settled.enums, tableNames);
  });
  for (const { before: table } of planned) keyNames.add(table.table);
  const tableOf = (model: string): PlannedTable => {
    const found = planned.find((item) => item.model.name === model);
    if (!found) throw new Error(`A relation points to ${model}, which is not in the IR.`);
    return found;
  };

  const refusedUniques = new Map<string, readonly (readonly string[])[]>();
  const keysOf = planned.map((item) => {
    const { keys, refused } = planKeys(draft, item, keyNames);
    refusedUniques.set(item.model.name, refused);
    return keys;
  });
  const isRefused = (model: string, names: readonly string[]): boolean =>
    (refusedUniques.get(model) ?? []).some(
      (refused) => [...refused].sort().join() === [...names].sort().join(),
    );
  const live = planned.map((item, i): CatalogTable => {
    const { model } = item;
    const keys = keysOf[i] ?? [];
    const foreignKeys = planForeignKeys(draft, item, tableOf, isRefused, keyNames);
    const primaryKey = model.primaryKey.map((name) => item.columnOf(name));
    settlePrimaryKey(draft, item, primaryKey);
    const { table } = item.before;
    return {
      model: model.name,
      was: model.was,
      ...formerNames(item.before, { name: item.before.model, was: item.before.was }, model, draft.now),
      table,
      parked: false,
      columns: item.columns.columns,
      primaryKey,
      keys,
      foreignKeys,
    };
  });
  const continued = new Set([...matching.byName.values()].map((matched) => matched.entry));
  const rest = before.tables.filter((table) => !continued.has(table)).map((table) => parkTable(draft, table));

  const { servedNullable: nullable, keptEnumValues } = draft;
  const served = servedIr(settled, { nullable, keptEnumValues, refusedUniques });
  const tables = [...live, ...rest].map((table) => withServedEnums(table, served));
  const settledNames = settleColumnNames({ format: 1, tables, enums: served.enums }, served);
  const changes = [
    ...draft.changes,
    ...freedEnumValues(draft),
    ...reopenForeignKeys(draft.changes, before.tables, tables),
    ...columnDefaults(before.tables, tables),
    ...settledNames.changes,
  ];
  return {
    changes,
    steps: orderedSteps(changes),
    catalog: settledNames.catalog,
    servedIr: served,
    staleWas: draft.staleWas,
    missing: [...draft.missing.values()],
  };
}

/** Plans with counts taken as they are asked for. `count` answers a batch of requests in order. */
export async function planWithCounts(
  catalog: Catalog | null,
  ir: Ir,
  count: (requests: readonly CountRequest[]) => Promise<readonly number[]>,
): Promise<Evolution> {
  const counts = new Map<string, number>();
  for (;;) {
    const evolution = planEvolution(catalog, ir, counts);
    if (evolution.missing.length === 0) return evolution;
    const answers = await count(evolution.missing);
    evolution.missing.forEach((request, i) => counts.set(countKey(request), answers[i] ?? 0));
  }
}

type Planned = PlannedTable & { readonly columns: PlannedColumns };

function planNew(draft: PlanDraft, model: IrModel, enums: Ir['enums'], tableNames: Set<string>): Planned {
  const table = tableName(model.name, tableNames);
  tableNames.add(table);
  const taken = new Set<string>();
  const columns = valueFields(model).map((field): CatalogColumn => {
    const column = physicalName(field.name, new Set([...taken, ...namesBeside(model, field.name)]));
    taken.add(column);
    const nullable = field.optional && !field.list;
    const enumValues = enumValuesOf(field, enums);
    return {
      column,
      field,
      enumValues,
      nullable,
      identity: isAutoincrement(field) && !nullable,
      parked: false,
    };
  });
  const columnOf = columnLookup(model.name, columns);
  const primaryKey = model.primaryKey.map(columnOf);
  const definitions = columns.map(({ column, field, enumValues, nullable, identity }) => {
    return { column, type: columnType(field, enumValues), nullable, identity };
  });
  draft.add({
    class: 'free',
    change: 'add_model',
    target: model.name,
    rows: null,
    sentence: `Adds the model ${model.name} with ${columns.length} ${columns.length === 1 ? 'field' : 'fields'}.`,
    steps: [{ kind: 'createTable', table, columns: definitions, primaryKey }],
  });
  const before: CatalogTable = {
    model: model.name,
    was: model.was,
    table,
    parked: false,
    columns: [],
    primaryKey,
    keys: [],
    foreignKeys: [],
  };
  return {
    model,
    before,
    sources: null,
    columns: { columns, sources: new Map() },
    columnOf,
  };
}

function planExisting(
  draft: PlanDraft,
  model: IrModel,
  table: CatalogTable,
  restored: boolean,
  enums: Ir['enums'],
): Planned {
  if (restored) {
    const rows = draft.count({ kind: 'rows', table: table.table });
    draft.add({
      class: 'free',
      change: 'restore_model',
      target: model.name,
      rows,
      steps: [],
      sentence: `${model.name} comes back with ${rowsText(rows)}.`,
    });
  } else if (table.model !== model.name) {
    draft.add({
      class: 'free',
      change: 'rename_model',
      target: model.name,
      rows: null,
      steps: [],
      sentence: `${table.model} is now called ${model.name}; its rows stay.`,
    });
  }
  const columns = planColumns(draft, model, table, enums);
  return {
    model,
    before: table,
    sources: columns.sources,
    columns,
    columnOf: columnLookup(model.name, columns.columns),
  };
}

/** Only an empty table gets another primary key; `settlePrimaryKeys` has seen to the others. */
function settlePrimaryKey(
  draft: PlanDraft,
  { model, before, sources }: Planned,
  primaryKey: readonly string[],
): void {
  if (!sources || before.primaryKey.join() === primaryKey.join()) return;
  draft.add({
    class: 'free',
    change: 'change_primary_key',
    target: model.name,
    rows: 0,
    sentence: `Rows of ${model.name} are found by ${model.primaryKey.join(', ')}.`,
    steps: [
      { kind: 'dropPrimaryKey', table: before.table },
      { kind: 'addPrimaryKey', table: before.table, columns: primaryKey },
    ],
  });
}

function parkTable(draft: PlanDraft, table: CatalogTable): CatalogTable {
  if (table.parked) return table;
  const rows = draft.count({ kind: 'rows', table: table.table });
  draft.add({
    class: 'parked',
    change: 'remove_model',
    target: table.model,
    rows,
    steps: [],
    sentence: `${table.model} is no longer shown. Its ${rowsText(rows)} ${verb(rows, 'are')} kept out of sight; name the model again and they are back.`,
  });
  if (table.foreignKeys.length > 0) draft.add(dropForeignKeys(table.model, table.table, table.foreignKeys));
  return { ...table, parked: true, until: draft.now, foreignKeys: [] };
}

function columnLookup(model: string, columns: readonly CatalogColumn[]): (field: string) => string {
  const byField = new Map(
    columns.filter((column) => !column.parked).map((column) => [column.field.name, column.column]),
  );
  return (field) => {
    const column = byField.get(field);
    if (column === undefined)
      throw new Error(`${model}.${field} is used by a key but is no stored field of the model.`);
    return column;
  };
}

/** What a column may hold includes the values that were kept for old rows. */
function withServedEnums(table: CatalogTable, served: Ir): CatalogTable {
  if (table.parked) return table;
  const columns = table.columns.map((column) => {
    return column.parked ? column : { ...column, enumValues: enumValuesOf(column.field, served.enums) };
  });
  return { ...table, columns };
}
