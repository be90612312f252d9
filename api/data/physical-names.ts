import type { PhysicalNames, PhysicalTable } from '@platform/aml-compiler/emit/physical-names.ts';
import { SCOPE_COLUMN } from '@platform/aml-compiler/emit/sql-names.ts';
import type { Catalog } from '@platform/aml-compiler/evolution/catalog.ts';

/** The live tables and columns of a catalog, as the schema emitter takes them. */
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
