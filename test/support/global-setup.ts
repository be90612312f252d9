import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../api/db/open.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the PostgreSQL server that the tests may create databases on. */
    postgresUrl: string;
    /** Name of a migrated database there; new ones are copied from it. */
    postgresTemplate: string;
    /** A migrated embedded data folder to copy. */
    embeddedTemplate: string;
  }
}

/** Starts what every test file shares: one PostgreSQL, and a migrated template of each kind of database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: 'silent' });
  const given = process.env['TEST_DATABASE_URL'];
  const server = given ? null : await startPostgres();
  const url = given ?? server?.url ?? '';

  const template = `template_${process.pid}_${Date.now()}`;
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`CREATE DATABASE "${template}"`);
  const postgres = await openDatabase({ databaseUrl: withDatabase(url, template), dataDir: '', log });
  await postgres.close();

  const folder = mkdtempSync(join(tmpdir(), 'test-embedded-'));
  const embedded = await openDatabase({ databaseUrl: null, dataDir: folder, log });
  await embedded.close();

  project.provide('postgresUrl', url);
  project.provide('postgresTemplate', template);
  project.provide('embeddedTemplate', folder);
  return async () => {
    await admin.query(`DROP DATABASE IF EXISTS "${template}" WITH (FORCE)`);
    await admin.end();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** The same server, another database. */
function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
