import type { Pool } from 'pg';

export interface Column {
  readonly name: string;
  /** As `format_type` says it. */
  readonly type: string;
  readonly notNull: boolean;
  readonly identity: boolean;
  /** SQL of its default, null without one. */
  readonly fallback: string | null;
}

export interface ForeignKey {
  readonly columns: readonly string[];
  readonly table: string;
  readonly references: readonly string[];
  readonly onDelete: string;
  readonly onUpdate: string;
}

/** What one table is, by structure: names of keys and constraints are nobody's business but the database's. */
export interface Table {
  readonly table: string;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly checks: readonly string[];
  /** `a, b DESC`, each sorted; the primary key's own index is not among them. */
  readonly uniques: readonly string[];
  readonly indexes: readonly string[];
}

const ACTIONS = `'{"a": "NoAction", "r": "Restrict", "c": "Cascade", "n": "SetNull", "d": "SetDefault"}'::jsonb`;
const namesOf = (key: string, table: string): string =>
  `(SELECT json_agg(a.attname ORDER BY k.at) FROM unnest(${key}) WITH ORDINALITY AS k(number, at)
    JOIN pg_attribute a ON a.attrelid = ${table} AND a.attnum = k.number)`;
const listOf = (what: string, from: string): string =>
  `coalesce((SELECT json_agg(${what}) FROM ${from}), '[]')`;
/** Columns with their direction; INCLUDE columns, conditions and expressions would show up as a text of their own. */
const indexes = (unique: boolean): string =>
  listOf(
    `(SELECT string_agg(coalesce(a.attname, pg_get_indexdef(i.indexrelid, n, true)) || CASE WHEN i.indoption[n - 1] & 1 = 1 THEN ' DESC' ELSE '' END, ', ' ORDER BY n)
      FROM generate_series(1, i.indnatts) AS n LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[n - 1]) || coalesce(' WHERE ' || pg_get_expr(i.indpred, i.indrelid), '')`,
    `pg_index i WHERE i.indrelid = t.oid AND NOT i.indisprimary AND i.indisvalid AND i.indisunique = ${unique}`,
  );

const TABLES = `
  SELECT t.relname AS "table",
    ${listOf(
      `json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'notNull', a.attnotnull,
        'identity', a.attidentity = 'd', 'fallback', (SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d WHERE d.adrelid = t.oid AND d.adnum = a.attnum))
        ORDER BY a.attnum`,
      `pg_attribute a WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped`,
    )} AS columns,
    (SELECT ${namesOf('c.conkey', 't.oid')} FROM pg_constraint c WHERE c.conrelid = t.oid AND c.contype = 'p') AS "primaryKey",
    ${listOf(
      `json_build_object('columns', ${namesOf('c.conkey', 't.oid')}, 'table', c.confrelid::text, 'references', ${namesOf('c.confkey', 'c.confrelid')},
        'onDelete', ${ACTIONS} ->> c.confdeltype::text, 'onUpdate', ${ACTIONS} ->> c.confupdtype::text)`,
      `pg_constraint c WHERE c.conrelid = t.oid AND c.contype = 'f' AND c.convalidated AND NOT c.condeferrable`,
    )} AS "foreignKeys",
    ${listOf(`pg_get_constraintdef(c.oid)`, `pg_constraint c WHERE c.conrelid = t.oid AND c.contype NOT IN ('p', 'f', 'n')`)} AS checks,
    ${indexes(true)} AS uniques, ${indexes(false)} AS indexes,
    (SELECT count(*)::int FROM pg_trigger g WHERE g.tgrelid = t.oid AND NOT g.tgisinternal) AS triggers,
    t.oid::text AS oid
  FROM pg_class t WHERE t.relnamespace = to_regnamespace($1) AND t.relkind = 'r' ORDER BY t.relname`;

/** Tables, indexes, and the sequences of identity columns are all that may be in a schema of an app. */
const OTHERS = `
  SELECT relname FROM pg_class c WHERE relnamespace = to_regnamespace($1) AND relkind NOT IN ('r', 'i')
    AND NOT (relkind = 'S' AND EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'i'))
  UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = to_regnamespace($1)
  UNION ALL SELECT typname FROM pg_type WHERE typnamespace = to_regnamespace($1) AND typtype NOT IN ('c', 'b')`;

type Row = Table & {
  readonly oid: string;
  readonly triggers: number;
};

/** The tables of a schema as the database's own catalog has them, sorted. @throws when anything else is in it */
export async function readTables(pool: Pick<Pool, 'query'>, schema: string): Promise<Table[]> {
  const name = [`"${schema.replaceAll('"', '""')}"`];
  const { rows } = await pool.query<Row>(TABLES, name);
  const others = await pool.query<{ relname: string }>(OTHERS, name);
  const strange = [
    ...others.rows.map(({ relname }) => relname),
    ...rows.filter(({ triggers }) => triggers > 0).map(({ table }) => `a trigger of ${table}`),
  ];
  if (strange.length > 0) throw new Error(`The schema also holds ${strange.join(', ')}.`);
  const tables = new Map(rows.map(({ oid, table }) => [oid, table]));
  return rows.map(({ table, columns, primaryKey, foreignKeys, checks, uniques, indexes }) =>
    sortedTable({
      table,
      columns,
      primaryKey,
      foreignKeys: foreignKeys.map((key) => ({ ...key, table: tables.get(key.table) ?? '' })),
      checks,
      uniques,
      indexes,
    }),
  );
}

/** With everything that has no order of its own sorted. */
export function sortedTable(table: Table): Table {
  const text = (value: unknown): string => JSON.stringify(value);
  return {
    ...table,
    foreignKeys: table.foreignKeys.toSorted((a, b) => (text(a) < text(b) ? -1 : 1)),
    checks: table.checks.toSorted(),
    uniques: table.uniques.toSorted(),
    indexes: table.indexes.toSorted(),
  };
}
