import type { Ir, IrModel } from '../ir.ts';
import type { Catalog, CatalogTable } from './catalog.ts';
import type { EvolutionChange } from './change.ts';
import { physicalName } from './names.ts';

/**
 * Prisma takes no column that is called like another field of its model. Renames can lead there (`a @was("b")` beside
 * a new `b`); then the column moves aside, which moves no data. The last part of a plan: until then the database
 * knows the old names.
 */
export function settleColumnNames(
  catalog: Catalog,
  ir: Ir,
): { readonly catalog: Catalog; readonly changes: readonly EvolutionChange[] } {
  const changes: EvolutionChange[] = [];
  const renamed = new Map<string, ReadonlyMap<string, string>>();
  for (const table of catalog.tables) {
    const model = table.parked ? undefined : ir.models.find((candidate) => candidate.name === table.model);
    const names = model ? conflicts(table, model) : new Map<string, string>();
    renamed.set(table.table, names);
    for (const [from, to] of names) {
      changes.push({
        class: 'free',
        change: 'move_column',
        target: table.model,
        rows: null,
        sentence: `The values of a field of ${table.model} are kept under another name in the database.`,
        steps: [{ kind: 'renameColumn', table: table.table, from, to }],
      });
    }
  }
  return {
    catalog: { ...catalog, tables: catalog.tables.map((table) => withNames(table, renamed)) },
    changes,
  };
}

/** Names that the other fields of a model have, relations too. */
export function namesBeside(model: IrModel, field: string): readonly string[] {
  return model.fields.map((other) => other.name).filter((name) => name !== field);
}

function conflicts(table: CatalogTable, model: IrModel): ReadonlyMap<string, string> {
  const taken = new Set([
    ...table.columns.map((column) => column.column),
    ...model.fields.map((field) => field.name),
  ]);
  const names = new Map<string, string>();
  for (const { column, field, parked } of table.columns) {
    if (parked || !namesBeside(model, field.name).includes(column)) continue;
    const name = physicalName(column, taken);
    taken.add(name);
    names.set(column, name);
  }
  return names;
}

function withNames(
  table: CatalogTable,
  renamed: ReadonlyMap<string, ReadonlyMap<string, string>>,
): CatalogTable {
  const name = (column: string, of = table.table): string => renamed.get(of)?.get(column) ?? column;
  return {
    ...table,
    columns: table.columns.map((column) => ({
      ...column,
      column: name(column.column),
      ...(column.heir === undefined ? {} : { heir: name(column.heir) }),
    })),
    primaryKey: table.primaryKey.map((column) => name(column)),
    keys: table.keys.map((key) => ({
      ...key,
      columns: key.columns.map(({ column, sort }) => ({ column: name(column), sort })),
    })),
    foreignKeys: table.foreignKeys.map((key) => ({
      ...key,
      columns: key.columns.map((column) => name(column)),
      references: key.references.map((column) => name(column, key.table)),
    })),
  };
}
