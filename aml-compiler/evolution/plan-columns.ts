import type { Ir, IrDefault, IrModel, IrValueField } from '../ir.ts';
import type { CatalogColumn, CatalogTable } from './catalog.ts';
import type { PlanDraft } from './change.ts';
import { rowsText, verb } from './change.ts';
import { describe, fillOf, isAutoincrement, sameType, sourceOf } from './column-fill.ts';
import { castKind, columnType, enumValuesOf } from './column-type.ts';
import type { ColumnType } from './column-type.ts';
import { matchColumns, valueFields } from './match.ts';
import { physicalName } from './names.ts';
import { namesBeside } from './settle-column-names.ts';
import type { FutureColumn, SchemaStep } from './step.ts';

/** Where the values of a column come from, once the plan is applied; decides whether keys can hold. */
export type ValueSource =
  | { readonly kind: 'column'; readonly future: FutureColumn; readonly filled: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'constant' }
  | { readonly kind: 'distinct' };

export interface PlannedColumns {
  readonly columns: readonly CatalogColumn[];
  readonly sources: ReadonlyMap<string, ValueSource>;
  /** Values that rows still hold though their enum no longer names them: enum name → values. */
  readonly keptEnumValues: ReadonlyMap<string, readonly string[]>;
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
  const taken = new Set(table.columns.map((column) => column.column));
  const sources = new Map<string, ValueSource>();
  const kept = new Map<string, readonly string[]>();
  const touched = new Set<CatalogColumn>();
  const columns: CatalogColumn[] = [];
  const rows = (): number => draft.count({ kind: 'rows', table: table.table });
  const nulls = (column: string): number => draft.count({ kind: 'nulls', table: table.table, column });

  for (const field of valueFields(model)) {
    const matched = matching.byName.get(field.name);
    if (!matched) addNew(field);
    else {
      touched.add(matched.entry);
      keep(field, matched.entry, matched.restored);
    }
  }
  for (const column of table.columns) {
    if (!touched.has(column)) columns.push(column.parked ? column : park(column));
  }
  return { columns, sources, keptEnumValues: kept };

  function addNew(field: IrValueField): void {
    const target = `${model.name}.${field.name}`;
    const column = newColumn(field);
    const type = typeOf(field);
    const fill = fillOf(field);
    const mayBeEmpty = field.optional || field.list;
    const existing = mayBeEmpty ? null : rows();
    if (mayBeEmpty || existing === 0) {
      columns.push({ ...column, nullable: field.optional });
      sources.set(field.name, { kind: field.list || fill === null ? 'empty' : sourceOf(fill) });
      const definition = { column: column.column, type, nullable: field.optional, identity: column.identity };
      draft.add({
        class: 'free',
        change: 'add_field',
        target,
        rows: existing,
        sentence: `Adds the field ${target}.`,
        steps: [
          { kind: 'addColumn', table: table.table, column: definition, fill: field.list ? null : fill },
        ],
      });
      return;
    }
    const nullable = fill === null;
    if (nullable) draft.servedNullable.add(target);
    columns.push({ ...column, nullable });
    sources.set(field.name, { kind: fill === null ? 'empty' : sourceOf(fill) });
    const definition = { column: column.column, type, nullable, identity: column.identity };
    draft.add({
      class: nullable ? 'refused' : 'backfill',
      change: 'add_field',
      target,
      rows: existing,
      sentence: nullable
        ? `${target} is required but has no default, and ${rowsText(existing ?? 0)} ${verb(existing ?? 0, 'exist')} without it: it is added, stays empty there, and new records must give it. Write "${field.name} …?" or add @default(…).`
        : `Adds the field ${target} and gives ${rowsText(existing ?? 0)} its default.`,
      steps: [{ kind: 'addColumn', table: table.table, column: definition, fill }],
    });
  }

  function keep(field: IrValueField, column: CatalogColumn, restored: boolean): void {
    const target = `${model.name}.${field.name}`;
    const from = columnType(column.field, column.enumValues);
    const to = typeOf(field);
    const kind = castKind(from, to);
    if (!restored && column.field.name !== field.name) {
      draft.add({
        class: 'free',
        change: 'rename_field',
        target,
        rows: null,
        steps: [],
        sentence: `${model.name}.${column.field.name} is now called ${field.name}; its values stay.`,
      });
    }
    if (kind === 'cast' || kind === 'none') return replace(field, column, from, to, kind === 'cast');
    const steps: SchemaStep[] = [];
    if (kind === 'widen') {
      steps.push({ kind: 'widen', table: table.table, column: column.column, type: to });
      draft.add({
        class: 'backfill',
        change: 'widen_field',
        target,
        rows: rows(),
        steps,
        sentence: `${target} becomes ${describe(to)}; every value stays as it is.`,
      });
    }
    if (kind === 'narrow-enum') keepEnumValues(field, column, from, to);
    if (restored) {
      draft.add({
        class: 'free',
        change: 'restore_field',
        target,
        rows: rows() - nulls(column.column),
        steps: [],
        sentence: `${target} comes back with the values it had.`,
      });
    }
    const settled = settleNull(field, column, target);
    const identity = settleIdentity(field, { ...column, nullable: settled.nullable });
    columns.push({
      column: column.column,
      field,
      enumValues: to.enumValues,
      nullable: settled.nullable,
      identity,
      parked: false,
    });
    const cast = kind === 'widen' ? { from, to } : null;
    sources.set(field.name, {
      kind: 'column',
      future: { column: column.column, cast },
      filled: settled.filled,
    });
  }

  /** Another type: a column of its own, filled where the old value casts; the old one is parked (design 5). */
  function replace(
    field: IrValueField,
    old: CatalogColumn,
    from: ColumnType,
    to: ColumnType,
    castable: boolean,
  ): void {
    const target = `${model.name}.${field.name}`;
    const all = rows();
    const empty = old.nullable ? nulls(old.column) : 0;
    const failed = !castable
      ? all - empty
      : draft.count({ kind: 'castFailures', table: table.table, column: old.column, from, to });
    const back = table.columns.find(
      (candidate) => candidate.parked && candidate.field.name === field.name && sameType(candidate, to),
    );
    if (back) touched.add(back);
    const column = back ?? newColumn(field);
    // Values kept in a column of an earlier type may fill more rows than are counted here, never fewer.
    const left = empty + failed;
    const nullable = !field.list && (field.optional || left > 0);
    if (nullable && !field.optional) draft.servedNullable.add(target);
    const at = { table: table.table, column: column.column };
    const steps: SchemaStep[] = [];
    if (!back) {
      const definition = { column: column.column, type: to, nullable: true, identity: false };
      steps.push({ kind: 'addColumn', table: table.table, column: definition, fill: null });
    }
    if (castable) steps.push({ kind: 'copy', ...at, from: { column: old.column, type: from }, type: to });
    if (field.list) steps.push({ kind: 'fillEmpty', ...at, type: to, fill: { kind: 'literal', value: [] } });
    if (!nullable) steps.push({ kind: 'setNotNull', ...at });
    const identity = isAutoincrement(field) && !nullable;
    if (identity) steps.push({ kind: 'addIdentity', ...at });
    columns.push({
      column: column.column,
      field,
      enumValues: to.enumValues,
      nullable,
      identity,
      parked: false,
    });
    columns.push(parkedColumn(old, steps));
    sources.set(
      field.name,
      castable
        ? { kind: 'column', future: { column: old.column, cast: { from, to } }, filled: back ? all : 0 }
        : { kind: 'empty' },
    );
    draft.add({
      class: all === 0 ? 'free' : (nullable && !field.optional) || failed > 0 ? 'refused' : 'checked',
      change: 'change_type',
      target,
      rows: failed,
      sentence:
        failed > 0
          ? `${target} becomes ${describe(to)}, but ${rowsText(failed)} ${verb(failed, 'hold')} a value that is no ${describe(to)}: it is empty there, and the old values are kept out of sight.`
          : `${target} becomes ${describe(to)}; ${rowsText(all)} ${verb(all, 'keep')} value.`,
      steps,
    });
  }

  function settleNull(
    field: IrValueField,
    column: CatalogColumn,
    target: string,
  ): { nullable: boolean; filled: number } {
    const at = { table: table.table, column: column.column };
    if (field.optional && !column.nullable) {
      draft.add({
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
    const empty = nulls(column.column);
    const type = typeOf(field);
    const fill: IrDefault | null = field.list ? { kind: 'literal', value: [] } : fillOf(field);
    if (empty > 0 && fill === null) {
      draft.servedNullable.add(target);
      draft.add({
        class: 'refused',
        change: 'require_field',
        target,
        rows: empty,
        steps: [],
        sentence: `${target} is required, but ${rowsText(empty)} ${verb(empty, 'have')} no value: it stays empty there, and new records must give it. Add @default(…) to fill them.`,
      });
      return { nullable: true, filled: 0 };
    }
    const steps: SchemaStep[] = [];
    if (empty > 0 && fill !== null) steps.push({ kind: 'fillEmpty', ...at, type, fill });
    steps.push({ kind: 'setNotNull', ...at });
    draft.add({
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
    return { nullable: false, filled: fill !== null && sourceOf(fill) === 'constant' ? empty : 0 };
  }

  function settleIdentity(field: IrValueField, column: CatalogColumn): boolean {
    const wanted = isAutoincrement(field) && !column.nullable;
    if (wanted === column.identity) return wanted;
    const kind = wanted ? 'addIdentity' : 'dropIdentity';
    draft.add({
      class: 'free',
      change: wanted ? 'add_counter' : 'remove_counter',
      target: `${model.name}.${field.name}`,
      rows: null,
      sentence: wanted
        ? `New records get the next free number as ${model.name}.${field.name}.`
        : `${model.name}.${field.name} no longer counts up by itself.`,
      steps: [{ kind, table: table.table, column: column.column }],
    });
    return wanted;
  }

  function keepEnumValues(
    field: IrValueField,
    column: CatalogColumn,
    from: ColumnType,
    to: ColumnType,
  ): void {
    const held = draft.count({ kind: 'castFailures', table: table.table, column: column.column, from, to });
    const gone = from.enumValues.filter((value) => !to.enumValues.includes(value));
    if (held > 0) kept.set(field.type, [...(kept.get(field.type) ?? []), ...gone]);
    draft.add({
      class: held > 0 ? 'refused' : 'checked',
      change: 'remove_enum_value',
      target: `${model.name}.${field.name}`,
      rows: held,
      sentence:
        held > 0
          ? `${rowsText(held)} of ${model.name} ${verb(held, 'hold')} ${gone.join(', ')}, which ${field.type} no longer names: the values stay allowed until no row holds them.`
          : `${field.type} no longer has ${gone.join(', ')}; no row of ${model.name} holds one.`,
      steps: [],
    });
  }

  function park(column: CatalogColumn): CatalogColumn {
    const steps: SchemaStep[] = [];
    const parked = parkedColumn(column, steps);
    const target = `${model.name}.${column.field.name}`;
    const hidden = rows() - (column.nullable ? nulls(column.column) : 0);
    draft.add({
      class: 'parked',
      change: 'remove_field',
      target,
      rows: hidden,
      steps,
      sentence: `${target} is no longer shown. ${rowsText(hidden)} ${verb(hidden, 'keep')} value out of sight; name the field again and they are back.`,
    });
    return parked;
  }

  function parkedColumn(column: CatalogColumn, steps: SchemaStep[]): CatalogColumn {
    const at = { table: table.table, column: column.column };
    if (column.identity) steps.push({ kind: 'dropIdentity', ...at });
    if (!column.nullable) steps.push({ kind: 'dropNotNull', ...at });
    return { ...column, parked: true, nullable: true, identity: false };
  }

  function newColumn(field: IrValueField): CatalogColumn {
    const column = physicalName(field.name, new Set([...taken, ...namesBeside(model, field.name)]));
    taken.add(column);
    const enumValues = enumValuesOf(field, enums);
    return { column, field, enumValues, nullable: true, identity: isAutoincrement(field), parked: false };
  }

  function typeOf(field: IrValueField): ColumnType {
    return columnType(field, enumValuesOf(field, enums));
  }
}
