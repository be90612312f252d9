import type { FormDocument } from '../content/form/document.ts';
import type { Database } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { SYSTEM_COLUMNS } from './answer-rows.ts';
import { changesFor } from './column-changes.ts';
import { columnsOf, quoted, tableName, tableOf, type FormColumn } from './columns.ts';
import type { OldColumn } from './form-space.ts';

/** Postgres has room for 1,600; some are left for the system's and for columns that are put aside. */
const MOST_COLUMNS = 1_500;

const BOTH = ['accepted', 'flagged'] as const;

/**
 * Makes the tables of a form fit its document (spec 4.5); the caller holds the project's lock. Columns of removed fields
 * stay, and a field with another type changes its column as in `changesFor`.
 * @throws ApiError invalid_document when the form has had too many fields in its time
 */
export async function ensureFormTable(
  tx: Prisma.TransactionClient,
  projectId: string,
  document: FormDocument,
): Promise<void> {
  const [table, flagged] = [tableOf(projectId), tableOf(projectId, 'flagged')];
  const run = (sql: string): Promise<number> => tx.$executeRawUnsafe(sql);
  await run(
    `CREATE TABLE IF NOT EXISTS ${table} ("_id" text PRIMARY KEY, "_created_at" timestamptz(3) NOT NULL DEFAULT now(), "_schema_version" integer NOT NULL)`,
  );
  await run(
    `CREATE INDEX IF NOT EXISTS ${quoted(`${tableName(projectId)}_at`)} ON ${table} ("_created_at" DESC, "_id" DESC)`,
  );
  // From here on both have the same columns, so that an answer moves between them with all it has.
  await run(`CREATE TABLE IF NOT EXISTS ${flagged} (LIKE ${table} INCLUDING ALL)`);
  await run(`ALTER TABLE ${flagged} ADD COLUMN IF NOT EXISTS "_flags" text[] NOT NULL DEFAULT '{}'`);
  const existing = await readColumns(tx, table);
  const changes = columnsOf(document).map((column) => changesFor(column, existing));
  const added = changes.filter(({ isNew }) => isNew).length;
  if (existing.size + added > MOST_COLUMNS) {
    throw new ApiError(
      'invalid_document',
      `This form has had more than ${MOST_COLUMNS.toLocaleString('en')} different fields, and all keep their answers. Make a new form.`,
    );
  }
  for (const { statements } of changes)
    for (const statement of statements)
      for (const state of BOTH) await run(statement(tableOf(projectId, state)));
}

export async function dropFormTable(tx: Prisma.TransactionClient, projectId: string): Promise<void> {
  for (const state of BOTH) await tx.$executeRawUnsafe(`DROP TABLE IF EXISTS ${tableOf(projectId, state)}`);
}

const COLUMNS = `SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
  WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;

/** Types of a table's columns by their names. */
async function readColumns(
  tx: Prisma.TransactionClient,
  table: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.$queryRawUnsafe<{ name: string; type: string }[]>(COLUMNS, table);
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** The columns of a form's table that no field of the form as it is now fills, oldest first. */
export async function readOldColumns(
  { pool }: Database,
  projectId: string,
  columns: readonly FormColumn[],
): Promise<readonly OldColumn[]> {
  const filled = new Set<string>([...SYSTEM_COLUMNS, ...columns.map(({ name }) => name)]);
  const { rows } = await pool.query<OldColumn>(COLUMNS, [tableOf(projectId)]);
  return rows.filter(({ name }) => !filled.has(name));
}
