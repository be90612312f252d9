import { Console } from 'node:console';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../support/postgres-server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { quantile } from './data-plane/load.ts';
import { childrenCpuMs, cpuMs, parentOf } from './data-plane/process-usage.ts';

/**
 * Saves, restores and undos in a draft of 1,000 revisions of 50 files, asked as the builder asks, the new revision's
 * files in the answer: `node test/bench/drafts.ts`. Linux only, since processor time is read from /proc.
 */
const REVISIONS = Number(process.env['DRAFT_REVISIONS'] ?? 1_000);
const FILES = 50;
const SAMPLES = 200;
const screen = new Console(process.stdout);
/** As `restoreDraftDocument` and its like ask. */
const REVISION = '{ revision { id number aml previewUrl undoTo redoTo files { path content } } }';
const REST = '{ revision { number previewUrl undoTo redoTo } }';

const path = (index: number): string => `part-${index % FILES}/file.js`;
/** About 4 KB of text that no other file has. */
const body = (text: string): string => `// ${text}, a line like those in an app of some size\n`.repeat(75);

interface Draft {
  readonly draftId: string;
  /** The newest revision's number after each change. */
  baseRevision: number;
}
type Change = (name: string, more: object, select: string) => Promise<void>;

async function measure(name: string, databaseUrl: string | null): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-drafts-'));
  const server = await startServerProcess({ dataDir, databaseUrl, env: { NODE_ENV: 'production' } });
  const postmaster = databaseUrl === null ? null : await postmasterOf(databaseUrl);
  const base = server.baseUrl.replace('localhost', '127.0.0.1');
  try {
    const token = await signUp(base, dataDir);
    const mutate = async (field: string, input: object, select: string): Promise<MutationResult> => {
      const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`.replace(
        /^(Undo|Redo)Draft/,
        'DraftStep',
      );
      const query = `mutation ($input: ${type}!) { ${field}(input: $input) ${select} }`;
      const answer = (await post(`${base}/graphql`, { query, variables: { input } }, token)) as Answer;
      const result = answer.data?.[field];
      if (!result) throw new Error(`${field}: ${JSON.stringify(answer).slice(0, 400)}`);
      return result;
    };
    const created = await mutate('createDraft', {}, '{ draft { draftId } }');
    const draft: Draft = { draftId: created.draft?.draftId ?? '', baseRevision: 1 };
    const change: Change = async (field, more, select) => {
      const { revision } = await mutate(field, { ...draft, ...more }, select);
      draft.baseRevision = revision?.number ?? 0;
    };
    const all = Array.from({ length: FILES }, (_, index) => ({
      path: path(index),
      content: body(`${index}`),
    }));
    await change('saveDraft', { changes: all }, REST);
    const used = (): number => cpuMs(server.pid) + (postmaster === null ? 0 : childrenCpuMs(postmaster));
    const rows: Record<string, string | number>[] = [];
    const row = async (what: string, count: number, ask: (index: number) => Promise<void>): Promise<void> => {
      const times: number[] = [];
      const before = used();
      for (let index = 0; index < count; index += 1) {
        const from = performance.now();
        await ask(index);
        times.push(performance.now() - from);
      }
      const sorted = times.toSorted((a, b) => a - b);
      rows.push({
        change: what,
        times: count,
        'CPU ms': round((used() - before) / count),
        'median ms': round(quantile(sorted, 0.5)),
        'p95 ms': round(quantile(sorted, 0.95)),
        'longest ms': round(sorted.at(-1) ?? 0),
      });
    };
    await row('save of one file', REVISIONS - draft.baseRevision, async (index) => {
      const changes = [{ path: path(index), content: body(`revision ${draft.baseRevision}`) }];
      await change('saveDraft', { changes }, REST);
    });
    // Spread over the last revisions by a step that shares no factor with their number; the first has no files.
    await row('restore of one of all', SAMPLES, (index) => {
      const revision = 2 + ((index * 617) % (REVISIONS - 1));
      return change('restoreDraft', { revision }, REVISION);
    });
    await row('undo', SAMPLES, () => change('undoDraft', {}, REVISION));
    await row('redo', SAMPLES, () => change('redoDraft', {}, REVISION));
    screen.log(`${name}: ${draft.baseRevision} revisions of ${FILES} files`);
    screen.table(rows);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface MutationResult {
  readonly draft?: { readonly draftId: string };
  readonly revision?: { readonly number: number };
}
interface Answer {
  readonly data?: Readonly<Record<string, MutationResult>>;
}

async function post(url: string, payload: object, token = ''): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(payload) });
  return response.json();
}

async function signUp(base: string, dataDir: string): Promise<string> {
  const account = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' };
  await post(`${base}/api/auth/register`, account);
  const outbox = join(dataDir, 'outbox');
  const mail = readFileSync(join(outbox, readdirSync(outbox)[0] ?? ''), 'utf8')
    .replaceAll('=\n', '')
    .replaceAll('=3D', '=');
  const token = /verify\?token=([\w-]+)/.exec(mail)?.[1];
  return ((await post(`${base}/api/auth/verify`, { token })) as { readonly token: string }).token;
}

async function postmasterOf(connectionString: string): Promise<number | null> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS "pid"');
  await client.end();
  return parentOf(rows[0]?.pid ?? 0);
}

function round(value: number): number {
  return Number(value.toFixed(1));
}

const postgres = await startPostgres({ fsync: true });
try {
  await measure('PostgreSQL', postgres.url);
} finally {
  await postgres.stop();
}
await measure('PGlite', null);
screen.table([{ node: process.version, cores: availableParallelism(), load: round(loadavg()[0] ?? 0) }]);
