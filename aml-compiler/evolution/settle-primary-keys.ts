import type { GeneratedDefault, Ir, IrField, IrModel, IrValueField } from '../ir.ts';
import type { Catalog, CatalogTable } from './catalog.ts';
import type { PlanDraft } from './change.ts';
import { rowsText, verb } from './change.ts';
import { castKind, columnType, enumValuesOf } from './column-type.ts';
import { matchColumns, matchTables } from './match.ts';
import { isValueField, valueFields } from '../value-fields.ts';

/**
 * Keeps the primary key of every table that has rows: rows are addressed by it and other tables point to it. What
 * the new AML says instead is refused, the declared key becomes a unique key, and foreign keys keep the old type.
 */
export function settlePrimaryKeys(draft: PlanDraft, ir: Ir, catalog: Catalog): Ir {
  const tables = matchTables(ir, catalog).byName;
  const models = ir.models.map((model) => {
    const matched = tables.get(model.name);
    return matched ? settle(draft, model, matched.entry, ir.enums) : model;
  });
  return { ...ir, models: alignForeignKeys(models) };
}

function settle(draft: PlanDraft, model: IrModel, table: CatalogTable, enums: Ir['enums']): IrModel {
  const matching = matchColumns(model, table, enums).byName;
  const desired = model.primaryKey.map((name) => keptColumn(model, name, matching.get(name)?.entry, enums));
  const same =
    desired.length === table.primaryKey.length && desired.every((name, i) => name === table.primaryKey[i]);
  if (same) return model;
  const rows = draft.count({ kind: 'rows', table: table.table });
  if (rows === 0) return model;
  draft.add({
    class: 'refused',
    change: 'change_primary_key',
    target: model.name,
    rows,
    steps: [],
    sentence: `The key of ${model.name} stays as it was, because ${rowsText(rows)} ${verb(rows, 'are')} found by it.`,
  });
  const names = new Map([...matching].map(([name, { entry }]) => [entry.column, name]));
  let fields: readonly IrField[] = model.fields;
  const primaryKey: string[] = [];
  for (const column of table.primaryKey) {
    const old = table.columns.find((candidate) => candidate.column === column)?.field;
    if (!old)
      throw new Error(`The catalog names a key column that it does not list: ${table.table}.${column}.`);
    const name = names.get(column) ?? freeName(old.name, fields);
    primaryKey.push(name);
    const kept = withGenerator(
      { ...old, name },
      valueFields(model).find((field) => field.name === name),
    );
    fields = names.has(column)
      ? fields.map((field) => (field.name === name ? { ...kept, doc: field.doc, was: field.was } : field))
      : [kept, ...fields];
  }
  const declared = model.primaryKey;
  const unchanged =
    declared.length === primaryKey.length && declared.every((name, i) => name === primaryKey[i]);
  return { ...model, fields, primaryKey, uniques: unchanged ? model.uniques : [...model.uniques, declared] };
}

/** The column that a key field keeps; undefined when it would need another one. */
function keptColumn(
  model: IrModel,
  name: string,
  column: CatalogTable['columns'][number] | undefined,
  enums: Ir['enums'],
): string | undefined {
  const field = valueFields(model).find((candidate) => candidate.name === name);
  if (!column || !field || column.parked) return undefined;
  const kind = castKind(
    columnType(column.field, column.enumValues),
    columnType(field, enumValuesOf(field, enums)),
  );
  // A wider integer finds the same rows, and the foreign keys to it widen along.
  const wider = kind === 'widen' && field.type === 'BigInt';
  return kind === 'same' || kind === 'narrow-enum' || wider ? column.column : undefined;
}

const GENERATORS: Readonly<Record<string, GeneratedDefault>> = {
  Int: 'autoincrement',
  BigInt: 'autoincrement',
  String: 'cuid',
  DateTime: 'now',
};

/** A key that stays though the AML knows it no longer, or as generated only, is made for new rows: nobody sends it. */
function withGenerator(kept: IrValueField, declared: IrValueField | undefined): IrValueField {
  const isSent = declared !== undefined && declared.default?.kind !== 'generated';
  const fn = kept.list || kept.kind === 'enum' ? undefined : GENERATORS[kept.type];
  return isSent || kept.default !== null || !fn ? kept : { ...kept, default: { kind: 'generated', fn } };
}

function freeName(name: string, fields: readonly IrField[]): string {
  const taken = new Set(fields.map((field) => field.name.toLowerCase()));
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${name}_${n}`;
  return free;
}

/** A foreign key has the type of what it points to. */
function alignForeignKeys(models: readonly IrModel[]): readonly IrModel[] {
  const types = new Map<string, IrValueField>();
  for (const model of models) {
    for (const field of model.fields)
      if (isValueField(field)) types.set(`${model.name}.${field.name}`, field);
  }
  return models.map((model) => {
    const wanted = new Map<string, IrValueField>();
    for (const field of model.fields) {
      if (field.kind !== 'relation') continue;
      field.fields.forEach((name, i) => {
        const to = types.get(`${field.type}.${field.references[i] ?? ''}`);
        if (to) wanted.set(name, to);
      });
    }
    return { ...model, fields: model.fields.map((field) => aligned(field, wanted.get(field.name))) };
  });
}

function aligned(field: IrField, to: IrValueField | undefined): IrField {
  if (!to || field.kind === 'relation' || (field.kind === to.kind && field.type === to.type)) return field;
  const { name, doc, optional, list, was, validators, unique } = field;
  const base = { name, doc, optional, list, was, validators, unique, default: null };
  return to.kind === 'enum'
    ? { ...base, kind: 'enum', type: to.type }
    : { ...base, kind: 'scalar', type: to.type, updatedAt: false };
}
