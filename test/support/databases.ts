import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { Database } from '../../api/db/database.ts';
import { openDatabase } from '../../api/db/open.ts';
import { newId } from '../../api/ids.ts';

/** A fresh, migrated database of one kind, as configuration and as a way to get rid of it. */
export interface TestDatabase {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  remove(): Promise<void>;
}

export type DatabaseKind = 'PGlite' | 'PostgreSQL';
export const DATABASE_KINDS: readonly DatabaseKind[] = ['PGlite', 'PostgreSQL'];

/** Copies the migrated template of a kind: milliseconds instead of seconds. */
export async function createTestDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'test-data-'));
  const removeFolder = (): void => rmSync(dataDir, { recursive: true, force: true });
  if (kind === 'PGlite') {
    cpSync(inject('embeddedTemplate'), dataDir, { recursive: true });
    return { databaseUrl: null, dataDir, remove: async () => removeFolder() };
  }
  const name = `test_${newId()}`;
  await onServer(`CREATE DATABASE "${name}" TEMPLATE "${inject('postgresTemplate')}"`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    dataDir,
    remove: async () => {
      await onServer(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      removeFolder();
    },
  };
}

/** Runs a group of tests on PGlite and on PostgreSQL, each with a database of its own. */
export function describeEachDatabase(name: string, tests: (db: () => Database) => void): void {
  describe.each(DATABASE_KINDS)(`${name} on %s`, (kind) => {
    let database: Database | undefined;
    let files: TestDatabase | undefined;
    beforeAll(async () => {
      files = await createTestDatabase(kind);
      database = await openDatabase({ ...files, log: pino({ level: 'silent' }) });
    });
    afterAll(async () => {
      await database?.close();
      await files?.remove();
    });
    tests(() => {
      if (!database) throw new Error('The database is there in tests and hooks only.');
      return database;
    });
  });
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  await client.query(sql);
  await client.end();
}
