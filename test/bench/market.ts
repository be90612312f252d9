import { Console } from 'node:console';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { pino } from 'pino';
import { openDatabase } from '../../api/db/open.ts';
import { ensureSearchIndex } from '../../api/market/search-index.ts';
import { freePorts } from '../support/free-ports.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { startChild } from './data-plane/child.ts';
import { quantile, send, sendLoad, type Call } from './data-plane/load.ts';
import { cpuMs } from './data-plane/process-usage.ts';

/**
 * The market among 100,000 apps: `node test/bench/market.ts`. Our server is a process of its own; what is counted is
 * its processor time a request, in the embedded case with the database inside, and beside it the bare SQL of the list.
 */
const APPS = Number(process.env['APPS'] ?? 100_000);
const REQUESTS = 60;
const MAIN = fileURLToPath(new URL('../../api/main.ts', import.meta.url));
const SECRET = 'a secret for the benchmark only, long enough';
const log = pino({ level: 'warn' });
const screen = new Console(process.stdout);

const CARDS = `query ($q: String, $tag: String, $sort: AppSort, $after: String) {
  apps(q: $q, tag: $tag, sort: $sort, first: 50, after: $after) {
    edges { node { appId name description author ownerId previewUrl forkCount createdAt } }
    pageInfo { hasNextPage endCursor }
  }
}`;

const SEED = [
  `INSERT INTO "User" ("id", "email", "name", "updatedAt")
   SELECT 'u' || n, 'u' || n || '@example.org', 'Person ' || n, now() FROM generate_series(1, 1000) n`,
  `INSERT INTO "Blob" ("hash", "content", "size") VALUES ('page', '<!doctype html><h1>Hello</h1>', 29)`,
  `INSERT INTO "App" ("id", "name", "description", "tags", "ownerId", "searchText", "size", "createdAt", "updatedAt", "forkCount", "version")
   SELECT 'app' || n, name, description, tags, 'u' || (n % 1000 + 1),
          lower(name || chr(10) || description || chr(10) || array_to_string(tags, chr(10))), 29,
          now() - n * interval '1 minute', now() - (n * 7919 % $1) * interval '1 minute', (n * 104729 % 50)::int, 1
   FROM (
     SELECT n, (ARRAY['Guestbook','Poll','Budget','Recipe box','Chess clock','Habit tracker'])[n % 6 + 1] || ' ' || md5(n::text) AS name,
            'An app for ' || md5((n * 31)::text) || ' and for everybody who likes ' || md5((n * 17)::text) AS description,
            ARRAY['tag' || n % 40, 'topic' || n % 300] AS tags
     FROM generate_series(1::bigint, $1::bigint) n
   ) made`,
  `UPDATE "App" SET "searchPairs" = ARRAY(
     SELECT DISTINCT substr("searchText", place, size)
     FROM generate_series(1, length("searchText")) AS place, generate_series(1, 2) AS size)`,
  `INSERT INTO "AppFile" ("appId", "path", "blobHash") SELECT "id", 'index.html', 'page' FROM "App"`,
  'ANALYZE',
];

const graphql = (port: number, variables: object): Call => ({
  port,
  path: '/graphql',
  body: { query: CARDS, variables },
});

async function measure(name: string, databaseUrl: string | null): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-market-'));
  const db = await openDatabase({ databaseUrl, dataDir, log, heartbeatLimitMs: 300_000 });
  const seeding = await db.pool.connect();
  await seeding.query('SET statement_timeout = 0');
  for (const sql of SEED) await seeding.query(sql, sql.includes('$1') ? [APPS] : []);
  seeding.release(true);
  const indexed = await ensureSearchIndex(db, log);
  await db.pool.query('VACUUM ANALYZE "App"').catch(() => db.pool.query('ANALYZE'));
  const floor = await timeSql(db.pool);
  await db.close();
  const [port = 0, publishPort = 0] = await freePorts(2);
  const server = await startChild(
    [MAIN],
    {
      PORT: String(port),
      PUBLISH_PORT: String(publishPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, SESSION_SECRET: SECRET }),
    },
    /Ready\./,
  );
  try {
    const deep = await cursorAt(port, 20);
    const shapes: readonly (readonly [string, Call])[] = [
      ['list of 50, newest', graphql(port, {})],
      ['list of 50, updated', graphql(port, { sort: 'UPDATED' })],
      ['list of 50, most forked', graphql(port, { sort: 'FORKS' })],
      ['list of 50, 20 pages on', graphql(port, { after: deep })],
      ['list of 50, one tag', graphql(port, { tag: 'topic7' })],
      ['search, 1 in 6', graphql(port, { q: 'CHESS clock' })],
      ['search, 1 in 100,000', graphql(port, { q: 'c4ca4238a0b923820dcc' })],
      ['search, nothing', graphql(port, { q: 'zebra crossing' })],
      ['search, two letters, nothing', graphql(port, { q: 'zz' })],
      ['search, two letters, 1 in 6', graphql(port, { q: 'SS' })],
      ['search, one letter, all', graphql(port, { q: 'e' })],
      ['REST list of 50 with files', { port, path: '/api/market?limit=50', method: 'GET' }],
      [
        'tags with counts',
        { port, path: '/graphql', body: { query: '{ marketTags(first: 16) { tag count } }' } },
      ],
    ];
    const rows = [];
    for (const [shape, call] of shapes) {
      await sendLoad(() => call, 15, 1);
      const before = cpuMs(server.pid);
      const { latencies } = await sendLoad(() => call, REQUESTS, 1);
      const cpu = (cpuMs(server.pid) - before) / REQUESTS;
      rows.push({
        shape,
        'server CPU ms': Number(cpu.toFixed(2)),
        'median ms': Number(quantile(latencies, 0.5).toFixed(2)),
        'p95 ms': Number(quantile(latencies, 0.95).toFixed(2)),
      });
    }
    screen.log(
      `${name}, ${APPS} apps, trigram index: ${indexed}, bare SQL of the list of 50: ${floor.toFixed(2)} ms`,
    );
    screen.table(rows);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Median ms of what the list asks of the database, without anything around it. */
async function timeSql(pool: pg.Pool): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 40; run += 1) {
    const from = performance.now();
    await pool.query(
      `SELECT a."id", a."name", a."description", o."name", a."ownerId", a."previewRef", a."forkCount", a."createdAt"
       FROM "App" a JOIN "User" o ON o."id" = a."ownerId"
       WHERE a."deletedAt" IS NULL AND a."takenDownAt" IS NULL
       ORDER BY a."createdAt" DESC, a."id" DESC LIMIT 51`,
    );
    times.push(performance.now() - from);
  }
  return quantile(
    times.toSorted((a, b) => a - b),
    0.5,
  );
}

async function cursorAt(port: number, pages: number): Promise<string | null> {
  let after: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    const { text } = await send(graphql(port, { after }));
    const answer = JSON.parse(text) as { data: { apps: { pageInfo: { endCursor: string } } } };
    after = answer.data.apps.pageInfo.endCursor;
  }
  return after;
}

const postgres = await startPostgres();
try {
  await measure('PostgreSQL', postgres.url);
} finally {
  await postgres.stop();
}
await measure('PGlite', null);
screen.table([{ node: process.version, cores: availableParallelism() }]);
