import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemaName } from '../api/data/space-name.ts';
import { startInstallation, type Installation, type Person } from './support/installation.ts';
import { SESSION_SECRET, startServerProcess, type ServerProcess } from './support/server-process.ts';

const AML = 'model Entry {\n  id Int @id @default(autoincrement())\n  text String\n}\n';
const FILES = { 'index.html': '<p>hello' };

let installation: Installation;
let ada: Person;
let processes: readonly ServerProcess[];
const folders: string[] = [];

/** One installation: its database, one server within this process and two of their own. */
beforeAll(async () => {
  installation = await startInstallation('PostgreSQL', { env: { SESSION_SECRET } });
  ada = await installation.join();
  processes = await Promise.all([0, 1].map(start));
});
afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop()));
  await installation.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function start(): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'process-'));
  folders.push(dataDir);
  return startServerProcess({ dataDir, databaseUrl: databaseUrl() });
}

function databaseUrl(): string {
  const { databaseUrl: url } = installation.server.services.config;
  if (url === null) throw new Error('These tests need PostgreSQL.');
  return url;
}

/** The server within this process is where apps are published. */
async function publish(id: string, aml: string): Promise<void> {
  const body = { id, name: id, aml, files: FILES };
  const { status, text } = await installation.call({
    method: 'POST',
    path: '/api/market',
    token: ada.token,
    body,
  });
  expect([200, 201], text).toContain(status);
}

async function fork(id: string): Promise<string> {
  const { json } = await installation.call({
    method: 'POST',
    path: `/api/market/${id}/fork`,
    token: ada.token,
  });
  return json.app.id;
}

const pool = (): pg.Pool => installation.server.services.db.pool;
const visit = (server: ServerProcess, path: string, body: object): Promise<Response> =>
  fetch(server.publishOrigin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: 'localhost' },
    body: JSON.stringify(body),
    redirect: 'manual',
  });
const at = (n: number): ServerProcess => {
  const process = processes[n % processes.length];
  if (!process) throw new Error('No process was started.');
  return process;
};

it('provisions once for 50 first accesses in two processes, without an error', async () => {
  await publish('source', AML);
  const id = await fork('source');
  await pool().query(`
    CREATE TABLE "provisioned" ("spaceId" text);
    CREATE FUNCTION "note_provisioning"() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO "provisioned" VALUES (NEW."spaceId"); RETURN NEW; END $$;
    CREATE TRIGGER "note" BEFORE INSERT OR UPDATE ON "AppCatalog" FOR EACH ROW EXECUTE FUNCTION "note_provisioning"()`);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => visit(at(i), `/a/${id}/_data`, { text: `n${i}` })),
  );
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
  const { rows } = await pool().query('SELECT count(*)::int AS n FROM "provisioned" WHERE "spaceId" = $1', [
    id,
  ]);
  expect(rows).toEqual([{ n: 1 }]);
  const stored = await pool().query(`SELECT count(*)::int AS n FROM "${schemaName(id)}"."entry"`);
  expect(stored.rows).toEqual([{ n: 50 }]);
});

it('shows a republish to the next request of every process, and to requests in between no half of it', async () => {
  await publish('news', AML);
  for (let round = 1; round <= 5; round += 1) {
    const field = `f${round}`;
    expect((await visit(at(0), '/a/news/_data/query', {})).status).toBe(200);
    expect((await visit(at(1), '/a/news/_data/query', {})).status).toBe(200);
    const reading = { goesOn: true };
    const reader = (async () => {
      const seen = new Set<number>();
      while (reading.goesOn) seen.add((await visit(at(0), '/a/news/_data', { text: 'meanwhile' })).status);
      return seen;
    })();
    await publish('news', AML.replace('}', `  ${field} String?\n}`));
    const answers = await Promise.all(
      [0, 1].map((n) => visit(at(n), '/a/news/_data', { text: 'a', [field]: 'b' })),
    );
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(bodies).toMatchObject([0, 1].map(() => ({ ok: true, record: { [field]: 'b' } })));
    reading.goesOn = false;
    expect([...(await reader)]).toEqual([201]);
  }
});

it('hears of changes again after the listening connection was lost, and misses none made meanwhile', async () => {
  // The same text published again changes what is served only through its counts: no text tells of it.
  const strict = AML.replace('text String', 'text String @unique');
  await publish('heard', AML);
  for (const text of ['same', 'same']) await visit(at(0), '/a/heard/_data', { text });
  await publish('heard', strict);
  expect((await visit(at(0), '/a/heard/_data', { text: 'same' })).status).toBe(201);
  await pool().query(`DELETE FROM "${schemaName('heard')}"."entry" WHERE "id" > 1`);
  const cut = await pool().query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN data_space_changed' OR query = 'SELECT 1'`,
  );
  expect(cut.rowCount).toBeGreaterThan(0);
  await publish('heard', strict);
  await expect
    .poll(async () => (await visit(at(0), '/a/heard/_data/query', {})).status, { timeout: 5_000 })
    .toBe(200);
  const { rows } = await pool().query(`SELECT indexname FROM pg_indexes WHERE indexname = 'u_entry_text'`);
  expect(rows).toHaveLength(1);
  expect((await visit(at(0), '/a/heard/_data', { text: 'same' })).status).toBe(409);
  await pool().query(`DELETE FROM "${schemaName('heard')}"."entry"`);
  await publish('heard', AML.replace('Entry', 'Other'));
  await expect
    .poll(async () => (await visit(at(0), '/a/heard/_data/query', { entity: 'Entry' })).status)
    .toBe(404);
});
