import type { PhysicalNames } from '@platform/aml-compiler/emit/physical-names.ts';
import type { Pool, PoolClient } from 'pg';
import { quoteName } from '@platform/aml-compiler/emit/sql-names.ts';
import type { ModelInfo, Models } from '../model-info.ts';

/** A model's table in SQL; every name is quoted. */
export interface SqlTable {
  /** Schema and table. */
  readonly name: string;
  /** The columns of the stored fields and of the scope, by field name. */
  readonly columns: ReadonlyMap<string, string>;
}

export type SqlTables = ReadonlyMap<ModelInfo, SqlTable>;

/** The tables of a space. @throws Error when the catalog lacks a model or a field */
export function describeTables(models: Models, names: PhysicalNames): SqlTables {
  return new Map([...models.byName.values()].map((model) => [model, describeTable(model, names)]));
}

/** All rows of a space. */
export async function countRows(
  db: Pick<Pool | PoolClient, 'query'>,
  spaceId: string,
  tables: SqlTables,
): Promise<number> {
  const counts = [...tables].map(([model, { name, columns }]) => {
    return `(SELECT count(*) FROM ${name} WHERE ${columns.get(model.scopeField)} = $1)`;
  });
  if (counts.length === 0) return 0;
  const { rows } = await db.query<{ count: number }>(`SELECT (${counts.join(' + ')})::integer AS "count"`, [
    spaceId,
  ]);
  return rows[0]?.count ?? 0;
}

function describeTable(model: ModelInfo, { schema, tables }: PhysicalNames): SqlTable {
  const table = Object.hasOwn(tables, model.ir.name) ? tables[model.ir.name] : undefined;
  if (!table) throw new Error(`The catalog has no table of ${model.ir.name}.`);
  const columns = model.values.map(({ name }): [string, string] => {
    const column = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
    if (column === undefined) throw new Error(`The catalog has no column of ${model.ir.name}.${name}.`);
    return [name, quoteName(column)];
  });
  return {
    name: `${quoteName(schema)}.${quoteName(table.table)}`,
    columns: new Map([...columns, [model.scopeField, quoteName(table.scopeColumn)]]),
  };
}
