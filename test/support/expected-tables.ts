import { expect } from 'vitest';
import type { PhysicalNames } from '@platform/aml-compiler/emit/physical-names.ts';
import type { Ir, IrField, IrModel, IrValueField } from '@platform/aml-compiler';
import { sortedTable } from './read-tables.ts';
import type { Column, Table } from './read-tables.ts';

const TYPES = {
  String: 'text',
  Boolean: 'boolean',
  Int: 'integer',
  BigInt: 'bigint',
  Float: 'double precision',
  Decimal: 'numeric',
  DateTime: 'timestamp(3) with time zone',
  Json: 'jsonb',
} as const;

/** The tables that an IR names, told without any help from the planner; only the physical names are given. */
export function expectedTables(ir: Ir, names: PhysicalNames, scope: string): Table[] {
  return ir.models
    .map((model) => sortedTable(expectedTable(model, names, scope)))
    .toSorted((a, b) => (a.table < b.table ? -1 : 1));
}

function expectedTable(model: IrModel, names: PhysicalNames, scope: string): Table {
  const nameOf = (of: string, field: string): string => {
    const column = names.tables[of]?.columns[field];
    if (column === undefined) throw new Error(`${of}.${field} has no column.`);
    return column;
  };
  const own = (fields: readonly string[]): string[] => fields.map((field) => nameOf(model.name, field));
  const list = (fields: readonly { readonly name: string; readonly sort: 'asc' | 'desc' }[]): string =>
    fields.map(({ name, sort }) => nameOf(model.name, name) + (sort === 'desc' ? ' DESC' : '')).join(', ');
  const ascending = (fields: readonly string[]) => fields.map((name) => ({ name, sort: 'asc' as const }));
  const defaulted = new Set(
    model.fields.flatMap((field) =>
      field.kind === 'relation' && [field.onDelete, field.onUpdate].includes('SetDefault')
        ? field.fields
        : [],
    ),
  );
  const scopeText = `'${scope.replaceAll("'", "''")}'::text`;
  const leads = [
    ascending(model.primaryKey),
    ...model.uniques.map(ascending),
    ...model.indexes.map(({ fields }) => fields),
  ];
  const relations = model.fields.filter((field) => field.kind === 'relation' && field.fields.length > 0);
  const indexes = model.indexes.map(({ fields }) => fields);
  for (const relation of relations) {
    if (relation.kind !== 'relation') continue;
    if (leads.some((lead) => relation.fields.every((name, at) => lead[at]?.name === name))) continue;
    leads.push(ascending(relation.fields));
    indexes.push(ascending(relation.fields));
  }
  return {
    table: names.tables[model.name]?.table ?? '',
    columns: [
      ...model.fields
        .filter(isValue)
        .map((field) => column(field, nameOf(model.name, field.name), defaulted)),
      { name: 'projectId', type: 'text', notNull: true, identity: false, fallback: scopeText },
    ],
    primaryKey: own(model.primaryKey),
    foreignKeys: relations.flatMap((field) =>
      field.kind !== 'relation'
        ? []
        : [
            {
              columns: own(field.fields),
              table: names.tables[field.type]?.table ?? '',
              references: field.references.map((name) => nameOf(field.type, name)),
              onDelete: field.onDelete,
              onUpdate: field.onUpdate,
            },
          ],
    ),
    checks: [`CHECK (("projectId" = ${scopeText}))`],
    uniques: model.uniques.map((fields) => list(ascending(fields))),
    indexes: indexes.map(list),
  };
}

const isValue = (field: IrField): field is IrValueField => field.kind !== 'relation';

function column(field: IrValueField, name: string, defaulted: ReadonlySet<string>): Column {
  const element = field.kind === 'enum' ? 'text' : TYPES[field.type];
  const type = field.list ? `${element}[]` : element;
  const made = field.default;
  const identity = made?.kind === 'generated' && made.fn === 'autoincrement';
  // Postgres prints the cast without the precision.
  const fallback = field.list ? `'{}'::${type.replace('(3)', '')}` : null;
  return {
    name,
    type,
    notNull: !field.optional,
    identity,
    fallback: defaulted.has(field.name) && made?.kind === 'literal' ? expect.any(String) : fallback,
  };
}
