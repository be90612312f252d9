import type { Catalog, CatalogForeignKey, CatalogTable } from '@platform/aml-compiler/evolution/catalog.ts';
import { emitStep } from '@platform/aml-compiler/emit/sql.ts';
import { nameList, qualified, quoteName, SCOPE_COLUMN } from '@platform/aml-compiler/emit/sql-names.ts';
import type { Pool } from 'pg';
import { readCatalog } from '../../../api/data/catalog-row.ts';

/** Tables that the rows of two apps lie in. */
export interface SharedTables {
  readonly schema: string;
  readonly tables: readonly CatalogTable[];
}

/**
 * Puts two provisioned apps of one model into the tables of the first: no CHECK and no schema keeps their rows apart
 * any more, the same keys may be there for both, and foreign keys hold within an app. What is left is the scope that
 * `injectScope` puts into every statement, which is how its absence becomes visible.
 */
export async function shareTables(pool: Pool, owner: string, neighbour: string): Promise<SharedTables> {
  const [mine, theirs] = [await readCatalog(pool, owner), await readCatalog(pool, neighbour)];
  if (!mine || !theirs) throw new Error('Both apps must be provisioned.');
  const { tables } = mine.content.catalog satisfies Catalog;
  const target = { schema: mine.schema, scope: owner };
  const each = <T>(
    list: (table: CatalogTable) => readonly T[],
    make: (table: CatalogTable, item: T) => string,
  ) => tables.flatMap((table) => list(table).map((item) => make(table, item)));
  const uniques = (table: CatalogTable) => table.keys.filter((key) => key.unique);
  const sql = [
    ...each(
      (table) => table.foreignKeys,
      ({ table }, foreignKey) => emitStep({ kind: 'dropForeignKey', table, foreignKey }, target).join(';'),
    ),
    ...tables.flatMap((table) => {
      const alter = `ALTER TABLE ${qualified(target, table.table)}`;
      return [
        ...emitStep({ kind: 'dropPrimaryKey', table: table.table }, target),
        `${alter} DROP CONSTRAINT ${quoteName(`${table.table}_${SCOPE_COLUMN}_check`)}`,
        `${alter} ALTER COLUMN ${quoteName(SCOPE_COLUMN)} DROP DEFAULT`,
        ...emitStep(
          { kind: 'addPrimaryKey', table: table.table, columns: [SCOPE_COLUMN, ...table.primaryKey] },
          target,
        ),
      ];
    }),
    ...each(uniques, ({ table }, key) => emitStep({ kind: 'dropKey', table, key }, target).join(';')),
    ...each(uniques, ({ table }, key) => {
      const columns = [{ column: SCOPE_COLUMN, sort: 'asc' as const }, ...key.columns];
      return emitStep({ kind: 'addKey', table, key: { ...key, columns } }, target).join(';');
    }),
    ...each(
      (table) => table.foreignKeys,
      ({ table }, foreignKey) =>
        `ALTER TABLE ${qualified(target, table)} ADD ${foreignKeyWithin(foreignKey, mine.schema)}`,
    ),
  ];
  await pool.query(sql.join(';\n'));
  await pool.query('DROP INDEX IF EXISTS "AppCatalog_schema_key"');
  await pool.query('UPDATE "AppCatalog" SET "schema" = $1 WHERE "spaceId" = $2', [mine.schema, neighbour]);
  return { schema: mine.schema, tables };
}

/** The same foreign key, within the rows of one app. */
function foreignKeyWithin(key: CatalogForeignKey, schema: string): string {
  const deletion = {
    Cascade: 'CASCADE',
    Restrict: 'RESTRICT',
    NoAction: 'NO ACTION',
    SetNull: `SET NULL (${nameList(key.columns)})`,
    SetDefault: `SET DEFAULT (${nameList(key.columns)})`,
  }[key.onDelete];
  return (
    `CONSTRAINT ${quoteName(key.name)} FOREIGN KEY (${nameList([SCOPE_COLUMN, ...key.columns])}) ` +
    `REFERENCES ${quoteName(schema)}.${quoteName(key.table)} (${nameList([SCOPE_COLUMN, ...key.references])}) ` +
    `ON DELETE ${deletion} ON UPDATE CASCADE`
  );
}
