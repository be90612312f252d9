import type { Catalog, CatalogTable } from '@platform/aml-compiler/evolution/catalog.ts';
import type { Pool } from 'pg';
import { readCatalog } from '../../catalog-row.ts';
import { MARK } from './app-model.ts';

/** Every stored value of a space: `table/mark/column` → its JSON text. Read past the data plane, parked ones too. */
export interface Cells {
  readonly catalog: Catalog;
  readonly schema: string;
  readonly values: ReadonlyMap<string, string>;
}

/** Reads all tables, and holds the catalog to what the database says of itself. */
export async function readCells(pool: Pool, spaceId: string): Promise<Cells> {
  const row = await readCatalog(pool, spaceId);
  if (!row) throw new Error(`There is no catalog of ${spaceId}.`);
  const { catalog } = row.content;
  const values = new Map<string, string>();
  for (const table of catalog.tables) {
    const mark = markColumn(table);
    const list = table.columns.map(({ column }) => `to_jsonb("${column}")::text AS "${column}"`).join(', ');
    const { rows } = await pool.query<Record<string, string | null>>(
      `SELECT "${mark}" AS "Mark", ${list} FROM "${row.schema}"."${table.table}"`,
    );
    for (const { Mark: name, ...columns } of rows) {
      for (const [column, value] of Object.entries(columns)) {
        if (value !== null) values.set(`${table.table}/${name}/${column}`, value);
      }
    }
  }
  await compareWithDatabase(pool, row.schema, catalog);
  return { catalog, schema: row.schema, values };
}

/** What was stored and is no longer, or is another value. `moved` says which columns a plan has renamed. */
export function lostCells(
  before: Cells,
  after: Cells,
  moved: ReadonlyMap<string, string>,
): readonly string[] {
  return [...before.values].flatMap(([key, value]) => {
    const [table, mark, column] = key.split('/');
    const name = moved.get(`${table}/${column}`) ?? column;
    const now = after.values.get(`${table}/${mark}/${name}`);
    return now === value ? [] : [`${key} was ${value} and is ${now}`];
  });
}

/** `table/column` → its new name, from a plan's statements. */
export function movedColumns(sql: readonly string[]): ReadonlyMap<string, string> {
  const moves = sql.flatMap((statement) => {
    const [, table, from, to] =
      /^ALTER TABLE "\w+"\."(\w+)" RENAME COLUMN "(\w+)" TO "(\w+)"$/.exec(statement) ?? [];
    return table && from && to ? [[`${table}/${from}`, to] as const] : [];
  });
  return new Map(moves);
}

function markColumn(table: CatalogTable): string {
  const found = table.columns.find((column) => column.field.name === MARK);
  if (!found) throw new Error(`${table.table} has no mark.`);
  return found.column;
}

async function compareWithDatabase(pool: Pool, schema: string, catalog: Catalog): Promise<void> {
  const columns = await pool.query<{ name: string }>(
    `SELECT table_name || '.' || column_name || ' ' || is_nullable || ' ' || is_identity AS "name"
     FROM information_schema.columns WHERE table_schema = $1 AND column_name <> 'projectId'`,
    [schema],
  );
  const keys = await pool.query<{ name: string }>(
    `SELECT indexname AS "name" FROM pg_indexes WHERE schemaname = $1
     UNION ALL SELECT conname FROM pg_constraint WHERE contype = 'f' AND connamespace = $2::regnamespace`,
    [schema, `"${schema}"`],
  );
  const yes = (value: boolean): string => (value ? 'YES' : 'NO');
  const expected = {
    columns: catalog.tables.flatMap(({ table, columns: list }) =>
      list.map((c) => `${table}.${c.column} ${yes(c.nullable)} ${yes(c.identity)}`),
    ),
    keys: catalog.tables.flatMap((table) => [
      `pk_${table.table}`,
      ...[...table.keys, ...table.foreignKeys].map((key) => key.name),
    ]),
  };
  for (const [what, names, found] of [
    ['columns', expected.columns, columns.rows],
    ['keys', expected.keys, keys.rows],
  ] as const) {
    const [a, b] = [
      [...names].sort().join('\n'),
      found
        .map((row) => row.name)
        .sort()
        .join('\n'),
    ];
    if (a !== b) throw new Error(`The catalog's ${what} are\n${a}\nbut the database's are\n${b}`);
  }
}
