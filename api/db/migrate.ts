import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import type { Pool, PoolClient } from 'pg';

const FOLDER = new URL('../../prisma/migrations/', import.meta.url);
/** Any number that no other part uses: the advisory lock of the migrator. */
const LOCK_KEY = 7_201_973;

const TABLE = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" varchar(36) PRIMARY KEY NOT NULL,
    "checksum" varchar(64) NOT NULL,
    "finished_at" timestamptz,
    "migration_name" varchar(255) NOT NULL,
    "logs" text,
    "rolled_back_at" timestamptz,
    "started_at" timestamptz NOT NULL DEFAULT now(),
    "applied_steps_count" integer NOT NULL DEFAULT 0
  )`;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Applies the SQL folders of prisma/migrations that this database has not seen, in order, each in one transaction,
 * recorded as Prisma's own migrate would (design 2). Safe among many starting processes: one holds the lock.
 * @returns the names of what was applied now
 * @throws Error when an applied migration was edited afterwards
 */
export async function migrate(pool: Pool): Promise<readonly string[]> {
  const client = await pool.connect();
  try {
    // One transaction for all: the lock ends with it, also when this process dies.
    await client.query('BEGIN');
    // A large table takes its time, and so does waiting for the process that migrates it.
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SET LOCAL lock_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
    await client.query(TABLE);
    const applied = await readApplied(client);
    const pending = readMigrations().filter((migration) => isPending(migration, applied));
    for (const migration of pending) {
      await client.query(migration.sql);
      await record(client, migration);
    }
    await client.query('COMMIT');
    return pending.map((migration) => migration.name);
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

function readMigrations(): readonly Migration[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(`${name}/migration.sql`, FOLDER), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

async function readApplied(client: PoolClient): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT "migration_name", "checksum" FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL',
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

function isPending(migration: Migration, applied: ReadonlyMap<string, string>): boolean {
  const checksum = applied.get(migration.name);
  if (checksum !== undefined && checksum !== migration.checksum) {
    throw new Error(
      `Migration ${migration.name} was edited after it had been applied. Put it back as it was and add a new one.`,
    );
  }
  return checksum === undefined;
}

async function record(client: PoolClient, migration: Migration): Promise<void> {
  await client.query(
    `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count")
     VALUES ($1, $2, $3, now(), 1)`,
    [randomUUID(), migration.checksum, migration.name],
  );
}
