import type { Catalog } from '../evolution/catalog.ts';
import { SCOPE_COLUMN } from './sql-names.ts';

/**
 * What the tables of one app are called in its own PostgreSQL schema. Made once, at first creation, and kept, so that
 * renaming in the AML moves no data (design 6).
 */
export interface PhysicalNames {
  /** The PostgreSQL schema. */
  readonly schema: string;
  readonly tables: Readonly<Record<string, PhysicalTable>>;
}

export interface PhysicalTable {
  readonly table: string;
  /** The column that holds the app's id in every row (spec 2.5). */
  readonly scopeColumn: string;
  /** By field name; value fields only, since a relation has no column of its own. */
  readonly columns: Readonly<Record<string, string>>;
}

/** The live tables and columns of a catalog. */
export function physicalNames(catalog: Catalog, schema: string): PhysicalNames {
  const tables = catalog.tables
    .filter((table) => !table.parked)
    .map((table): [string, PhysicalTable] => {
      const live = table.columns.filter((column) => !column.parked);
      const columns = Object.fromEntries(live.map((column) => [column.field.name, column.column]));
      return [table.model, { table: table.table, scopeColumn: SCOPE_COLUMN, columns }];
    });
  return { schema, tables: Object.fromEntries(tables) };
}
