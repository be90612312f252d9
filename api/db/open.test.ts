import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createTestDatabase, describeEachDatabase } from '../../test/support/databases.ts';
import type { Database } from './database.ts';
import { FolderOwnedError, lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

describeEachDatabase('an opened database', (db) => {
  it('is ready and migrated, and migrating again changes nothing', async () => {
    expect(await db().isReady()).toBe(true);
    expect(await migrate(db().pool)).toEqual([]);
    const { rows } = await db().pool.query('SELECT "migration_name" FROM "_prisma_migrations"');
    expect(rows.length).toBeGreaterThan(0);
  });

  it('waits longer for another process that migrates than any request may wait', async () => {
    const { pool } = db();
    const other = await pool.connect();
    await other.query('BEGIN');
    await other.query(`SELECT pg_advisory_xact_lock(7201973)`);
    const waiting = migrate(pool);
    await sleep(2_500);
    await other.query('COMMIT');
    other.release();
    expect(await waiting).toEqual([]);
  });

  // Failing transactions among single reads is what mixed up the answers of PGlite's own socket server.
  it('answers every one of many connections with its own rows', async () => {
    const { pool } = db();
    await pool.query('CREATE TABLE "probe" ("id" text PRIMARY KEY)');
    const read = async (id: string): Promise<string | undefined> => {
      const { rows } = await pool.query<{ got: string }>('SELECT $1::text AS "got"', [id]);
      return rows[0]?.got;
    };
    const collide = async (id: string): Promise<undefined> => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await client.query('INSERT INTO "probe" VALUES ($1)', [id]);
        await client.query('COMMIT');
      } catch {
        await client.query('ROLLBACK');
      } finally {
        client.release();
      }
    };
    const load = Array.from({ length: 1_000 }, (_, index) => index);
    const answers = await Promise.all(load.map((i) => (i % 5 ? read(`row ${i}`) : collide(`id ${i % 7}`))));
    expect(answers).toEqual(load.map((i) => (i % 5 ? `row ${i}` : undefined)));
    expect((await pool.query('SELECT 1 FROM "probe"')).rowCount).toBe(7);
  });

  it('sends answers far larger than a socket holds, many at once, each its own', async () => {
    const ask = async (seed: number): Promise<boolean> => {
      const letter = String.fromCharCode(97 + (seed % 26));
      const { rows } = await db().pool.query<{ text: string }>('SELECT repeat($1, $2::int) AS "text"', [
        letter,
        3_000_000,
      ]);
      return rows[0]?.text === letter.repeat(3_000_000);
    };
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => ask(index)));
    expect(answers).toEqual(answers.map(() => true));
  });

  it('keeps the interactive transactions of several connections apart', async () => {
    const write = (name: string, fail: boolean): Promise<void> =>
      db().prisma.$transaction(async (tx) => {
        await tx.user.create({ data: { id: name, email: `${name}@example.org`, name } });
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (fail) throw new Error('rolled back on purpose');
      });
    const names = Array.from({ length: 8 }, (_, index) => `u${index}`);
    const results = await Promise.allSettled(names.map((name, index) => write(name, index % 2 === 1)));
    expect(results.map((result) => result.status)).toEqual(
      names.map((_, i) => (i % 2 ? 'rejected' : 'fulfilled')),
    );
    const users = await db().prisma.user.findMany({ orderBy: { id: 'asc' }, select: { id: true } });
    expect(users.map((user) => user.id)).toEqual(['u0', 'u2', 'u4', 'u6']);
  });
});

it('says which migration was edited, and gives the folder back', async () => {
  const { dataDir, remove } = await createTestDatabase('PGlite');
  const log = pino({ level: 'silent' });
  const open = (): Promise<Database> => openDatabase({ databaseUrl: null, dataDir, log });
  const db = await open();
  await db.pool.query(`UPDATE "_prisma_migrations" SET "checksum" = 'another'`);
  await db.close();
  await expect(open()).rejects.toThrow('was edited after it had been applied');
  await expect(open()).rejects.toThrow('was edited after it had been applied');
  await remove();
});

it('replaces an embedded database that a query has blocked, and loses nothing acknowledged', async () => {
  const { dataDir, remove } = await createTestDatabase('PGlite');
  const log = pino({ level: 'silent' });
  const db = await openDatabase({ databaseUrl: null, dataDir, log, heartbeatLimitMs: 1_500 });
  await db.prisma.user.create({ data: { id: 'kept', email: 'kept@example.org', name: 'Kept' } });
  const blocked = db.pool.query('SELECT pg_sleep(60)');
  await expect(blocked).rejects.toThrow();
  await expect.poll(() => db.isReady(), { timeout: 20_000 }).toBe(true);
  expect(await db.prisma.user.findUnique({ where: { id: 'kept' }, select: { name: true } })).toEqual({
    name: 'Kept',
  });
  await db.close();
  await remove();
});

it('starts again at once after a kill that left the database at work', async () => {
  const { dataDir, remove } = await createTestDatabase('PGlite');
  const script = `import { pino } from 'pino';
    import { openDatabase } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)};
    const log = pino({ level: 'silent' });
    const db = await openDatabase({ databaseUrl: null, dataDir: ${JSON.stringify(dataDir)}, log });
    await db.prisma.user.create({ data: { id: 'kept', email: 'kept@example.org', name: 'Kept' } });
    void db.pool.query('SELECT pg_sleep(60)');
    setTimeout(() => console.log('asked'), 200);`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('.', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout, 'data');
  const left = Number(readFileSync(join(dataDir, 'database.pid'), 'utf8'));
  server.kill('SIGKILL');
  await once(server, 'exit');
  process.kill(left, 0);
  const begun = Date.now();
  const db = await openDatabase({ databaseUrl: null, dataDir, log: pino({ level: 'silent' }) });
  expect(Date.now() - begun).toBeLessThan(30_000);
  expect(await db.prisma.user.count({ where: { id: 'kept' } })).toBe(1);
  await db.close();
  await remove();
});

it('gives a data folder to one process only, and to the next one after a kill', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  // Nothing here keeps what is given back; the folder stays its owner's all the same.
  const script = `import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};
    lockFolder(${JSON.stringify(folder)});
    gc();
    setImmediate(() => { gc(); console.log('mine'); });
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(owner.stdout, 'data');
    expect(() => lockFolder(folder)).toThrow(FolderOwnedError);
    expect(() => lockFolder(folder)).toThrow(`pid ${owner.pid}`);
  } finally {
    owner.kill('SIGKILL');
    await once(owner, 'exit');
  }
  const release = lockFolder(folder);
  release();
  release();
  rmSync(folder, { recursive: true });
});
