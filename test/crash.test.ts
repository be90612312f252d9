import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { TestDatabase } from './support/databases.ts';
import { createTestDatabase, DATABASE_KINDS } from './support/databases.ts';
import {
  FIRST_ROWS,
  firstRows,
  modelThere,
  NEW,
  OLD,
  record,
  ROWS,
  SPACE,
  storeRows,
} from './support/crash-plan.ts';
import { startInstallation } from './support/installation.ts';
import { startPostgres } from './support/postgres-server.ts';
import { startPublisher } from './support/publisher.ts';
import { SESSION_SECRET, startServerProcess } from './support/server-process.ts';

/** `CRASH_ROUNDS=40` for a long run. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);
const TIMEOUT_MS = ROUNDS * 30_000 + 60_000;

/** A plan that has begun. */
interface Running {
  kill(): Promise<void>;
  /** When it is over, however it ended. */
  readonly ended: Promise<unknown>;
}

/**
 * Publishes one model after the other, each plan but the first killed at some moment of the time that the first took.
 * @param look says which model is there afterwards; it fails for anything in between
 */
async function crashAgain(
  begin: (aml: string) => Promise<Running>,
  look: (round: number) => Promise<string>,
): Promise<void> {
  const seen: string[] = [];
  let published = OLD;
  let span = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const wanted = published === OLD ? NEW : OLD;
    const running = await begin(wanted);
    const begun = Date.now();
    if (round > 0) {
      await sleep(Math.random() * span);
      await running.kill();
    }
    await running.ended;
    if (round === 0) span = Date.now() - begun;
    published = await look(round);
    expect([OLD, NEW]).toContain(published);
    seen.push(published === wanted ? 'done' : 'not done');
  }
  if (process.env['CRASH_ROUNDS'])
    process.stdout.write(`${expect.getState().currentTestName}: ${seen.join(', ')}\n`);
  expect(seen[0]).toBe('done');
  if (ROUNDS >= 20) expect([...new Set(seen)].sort()).toEqual(['done', 'not done']);
}

type Files = Pick<TestDatabase, 'databaseUrl' | 'dataDir'>;

describe.each(DATABASE_KINDS)('a kill in the middle of a plan on %s', (kind) => {
  it(
    `of the publisher leaves the old tables or the new ones, with every row (${ROUNDS} rounds)`,
    async () => {
      const files = await createTestDatabase(kind);
      await storeRows(files);
      const begin = async (aml: string): Promise<Running> => {
        const publisher = await startPublisher(files, SPACE, aml);
        return { kill: async () => void publisher.kill('SIGKILL'), ended: once(publisher, 'exit') };
      };
      await crashAgain(begin, (round) => modelThere(files, ROWS + round));
      await files.remove();
    },
    TIMEOUT_MS,
  );

  it(
    `of the whole server leaves an app that answers with the old model or the new one (${ROUNDS} rounds)`,
    async () => {
      // Sessions are signed for an address, and each process has another port.
      const env = { SESSION_SECRET, BASE_URL: 'http://localhost:4000' };
      const installation = await startInstallation(kind, { env });
      const { dataDir, server: first } = installation;
      const files = { dataDir, databaseUrl: first.services.config.databaseUrl, env };
      const { token } = await installation.join();
      await first.close();
      let server = await startServerProcess(files);
      const publish = (aml: string): Promise<Response> =>
        fetch(`${server.baseUrl}/api/market`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ id: SPACE, name: SPACE, aml, files: { 'index.html': '<p>hello' } }),
        });
      const post = async (path: string, body: object): Promise<{ status: number; body: Answer }> => {
        const answer = await fetch(`${server.publishOrigin}/a/${SPACE}/_data${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return { status: answer.status, body: (await answer.json()) as Answer };
      };
      expect((await publish(OLD)).status).toBe(201);
      for (let n = 0; n < ROWS; n += 1)
        expect(
          (
            await post(
              '',
              record(`m${n}`, (i) => String(n + i)),
            )
          ).status,
        ).toBe(201);
      const begin = async (aml: string): Promise<Running> => {
        const ended = publish(aml).catch(() => null);
        return { kill: () => server.kill(), ended };
      };
      const look = async (round: number): Promise<string> => {
        if (round > 0) server = await startServerProcess(files);
        const all = await post('/query', { orderBy: 'id', limit: 200, select: ['mark', 'f0'] });
        expect(all.body.records).toHaveLength(ROWS + round);
        const isNew = typeof all.body.records?.[0]?.['f0'] === 'number';
        expect((await post('/query', FIRST_ROWS)).body.records).toEqual(firstRows(isNew));
        const more = record(`after${round}`, () => (isNew ? round : String(round)));
        expect((await post('', more)).status).toBe(201);
        const stored = (await (await fetch(`${server.baseUrl}/api/market/${SPACE}`)).json()) as Stored;
        // The tables go first: a kill between the two leaves an app with the old text on the new tables.
        if (!isNew || stored.app.aml === NEW) return stored.app.aml;
        expect(stored.app.aml).toBe(OLD);
        return NEW;
      };
      await crashAgain(begin, look);
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    TIMEOUT_MS,
  );
});

interface Answer {
  readonly records?: readonly Readonly<Record<string, unknown>>[];
}
interface Stored {
  readonly app: { readonly aml: string };
}

describe('the database goes in the middle of a plan', () => {
  it(
    `and a connection that is cut leaves the old tables or the new ones (${ROUNDS} rounds)`,
    async () => {
      const files = await createTestDatabase('PostgreSQL');
      await storeRows(files);
      const admin = new pg.Client(files.databaseUrl ?? '');
      await admin.connect();
      const kill = async (): Promise<void> => {
        await admin.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
      };
      await crashAgain(
        async (aml) => ({ kill, ended: once(await startPublisher(files, SPACE, aml), 'exit') }),
        (round) => modelThere(files, ROWS + round),
      );
      await admin.end();
      await files.remove();
    },
    TIMEOUT_MS,
  );

  it(
    `and a server that is killed and started again has the old tables or the new ones (${ROUNDS} rounds)`,
    async () => {
      // With its commits on the disk, as it runs in earnest.
      const server = await startPostgres({ fsync: true });
      const files: Files = { databaseUrl: server.url, dataDir: '' };
      await storeRows(files);
      await crashAgain(
        async (aml) => ({
          kill: () => server.crash(),
          ended: once(await startPublisher(files, SPACE, aml), 'exit'),
        }),
        (round) => modelThere(files, ROWS + round),
      );
      await server.stop();
    },
    TIMEOUT_MS,
  );
});
