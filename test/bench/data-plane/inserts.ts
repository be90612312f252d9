import { quantile, sendLoad, type Load } from './load.ts';
import { onDatabase } from './bench-app.ts';
import type { Installation } from './installation.ts';
import { childrenCpuMs, cpuMs, parentOf } from './process-usage.ts';
import { MESSAGE } from './shapes.ts';

const CONNECTIONS = 32;
const WARM_UP = 2_000;
const ROUNDS = 5;
const INSERTS = 2_000;

/** A round of inserts, and the processor time of one in ms: of the server, the database beside it, and the load's own client. */
export interface InsertRound {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly server: number;
  readonly database: number;
  readonly client: number;
}

/**
 * Inserts rows into an app as its visitors do, each acknowledged before its connection sends the next. The round in the
 * middle, and each processor time's median.
 * @param databaseUrl null when the database is in the server's process
 */
export async function measureInserts(
  server: Installation,
  appId: string,
  databaseUrl: string | null,
): Promise<InsertRound> {
  const next = () => ({ port: server.publishPort, path: `/a/${appId}/_data?entity=Message`, body: MESSAGE });
  const postmaster = databaseUrl === null ? null : await postmasterOf(databaseUrl);
  await sendLoad(next, WARM_UP, CONNECTIONS);
  const rounds: InsertRound[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const used = (): readonly number[] => [
      cpuMs(server.pid),
      postmaster === null ? 0 : childrenCpuMs(postmaster),
      process.cpuUsage().user / 1e3 + process.cpuUsage().system / 1e3,
    ];
    const before = used();
    const load: Load = await sendLoad(next, INSERTS, CONNECTIONS);
    const [mine = 0, database = 0, client = 0] = used().map((ms, i) => (ms - (before[i] ?? 0)) / INSERTS);
    rounds.push({
      perSecond: INSERTS / load.seconds,
      p50: quantile(load.latencies, 0.5),
      p99: quantile(load.latencies, 0.99),
      server: mine,
      database,
      client,
    });
  }
  const middle = (of: keyof InsertRound): number =>
    rounds.map((round) => round[of]).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
  return {
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    server: middle('server'),
    database: middle('database'),
    client: middle('client'),
  };
}

/** The process that has started the database's others. */
export async function postmasterOf(url: string): Promise<number | null> {
  let postmaster: number | null = null;
  await onDatabase(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS "pid"');
    postmaster = parentOf(rows[0]?.pid ?? 0);
  });
  return postmaster;
}
