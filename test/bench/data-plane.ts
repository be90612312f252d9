import { Console } from 'node:console';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres-server.ts';
import { fillTables, onDatabase, readTables } from './data-plane/bench-app.ts';
import { compare, type Cost, type Entrant } from './data-plane/compare.ts';
import { installPeers, startPeer } from './data-plane/contestants.ts';
import { startInstallation } from './data-plane/installation.ts';
import { measureInserts, type InsertRound } from './data-plane/inserts.ts';
import { median } from './data-plane/load.ts';
import { measureMemory } from './data-plane/memory.ts';
import { measureOpening } from './data-plane/opening.ts';
import { shapesOf, type Contestant, type Shape } from './data-plane/shapes.ts';

/**
 * Data plane against PostGraphile 5 and against the least that Node can do, on one PostgreSQL and the same rows:
 * `node test/bench/data-plane.ts [--only cpu,opening,memory,inserts] [--rounds 5] [--requests 1000]`. Linux only, since
 * the CPU of a server is read from /proc. Takes about five minutes.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'cpu,opening,memory,inserts' },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '1000' },
  },
});
const wanted = new Set(values.only.split(','));
const screen = new Console(process.stdout);
const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

const postgres = await startPostgres({ fsync: true });
try {
  const server = await startInstallation(postgres.url);
  try {
    const appId = await server.publish();
    const tables = await readTables(postgres.url, appId);
    await fillTables(postgres.url, appId, tables);
    if (wanted.has('cpu')) {
      installPeers();
      const peers = await Promise.all(
        (['floor', 'postgraphile'] as const).map(async (name) => ({
          name,
          ...(await startPeer(name, postgres.url, appId, tables)),
        })),
      );
      const entrants: readonly Entrant[] = [
        ...peers,
        { name: 'ours', pid: server.pid, port: server.publishPort },
      ];
      const counts = { rounds: Number(values.rounds), requests: Number(values.requests) };
      const results = await compare(shapesOf(appId), entrants, counts);
      screen.log('Server CPU per request, ms: median (lowest to highest round); ratios of medians');
      screen.table([...results].map(([shape, costs]) => costRow(shape, costs)));
      for (const peer of peers) await peer.stop();
    }
    if (wanted.has('opening')) {
      screen.log('First answer of an app, ms');
      const opening = await measureOpening(server, postgres.url, appId);
      screen.table(
        opening.map(({ name, ms, target }) => ({
          case: name,
          median: round(median(ms), 1),
          highest: round(Math.max(...ms), 1),
          apps: ms.length,
          target,
        })),
      );
    }
    if (wanted.has('inserts')) {
      screen.log('Validated anonymous inserts over REST');
      screen.table([
        insertRow('PostgreSQL', 1_500, await measureInserts(server, appId, postgres.url)),
        insertRow(
          'PostgreSQL, fsync off',
          null,
          await withoutFsync(postgres.url, () => measureInserts(server, appId, postgres.url)),
        ),
        insertRow('PGlite', 700, await onEmbedded()),
      ]);
    }
  } finally {
    await server.stop();
  }
  if (wanted.has('memory')) {
    screen.log('Memory of live apps, MB each');
    screen.table(await measureMemory(postgres.url));
  }
  screen.table([
    {
      node: process.version,
      cores: availableParallelism(),
      load: loadavg()
        .map((value) => round(value, 1))
        .join(' '),
    },
  ]);
} finally {
  await postgres.stop();
}

/** Commits that do not wait for the disk: what is left is processor time. */
async function withoutFsync<T>(url: string, work: () => Promise<T>): Promise<T> {
  const set = (value: 'on' | 'off'): Promise<void> =>
    onDatabase(url, async (client) => {
      await client.query(`ALTER SYSTEM SET fsync = ${value}`);
      await client.query('SELECT pg_reload_conf()');
    });
  await set('off');
  try {
    return await work();
  } finally {
    await set('on');
  }
}

async function onEmbedded(): ReturnType<typeof measureInserts> {
  const server = await startInstallation(null);
  try {
    return await measureInserts(server, await server.publish(), null);
  } finally {
    await server.stop();
  }
}

function costRow(shape: Shape, costs: ReadonlyMap<Contestant, Cost>): object {
  const cpu = (name: Contestant): string => {
    const rounds = costs.get(name)?.cpu;
    if (!rounds) return '-';
    return `${median(rounds).toFixed(2)} (${Math.min(...rounds).toFixed(2)}-${Math.max(...rounds).toFixed(2)})`;
  };
  const ratio = (of: Contestant): number | string => {
    const [mine, theirs] = [costs.get('ours'), costs.get(of)];
    return mine && theirs ? round(median(mine.cpu) / median(theirs.cpu)) : '-';
  };
  return {
    shape: shape.name,
    floor: cpu('floor'),
    postgraphile: cpu('postgraphile'),
    ours: cpu('ours'),
    '/floor': ratio('floor'),
    '/postgraphile': ratio('postgraphile'),
    target: shape.target ? `${shape.target.ratio} × ${shape.target.of}` : '-',
    'p50 ms': round(costs.get('ours')?.p50 ?? Number.NaN),
  };
}

function insertRow(database: string, target: number | null, found: InsertRound): object {
  return {
    database,
    'inserts/s': Math.round(found.perSecond),
    target,
    'p50 ms': round(found.p50, 1),
    'p99 ms': round(found.p99, 1),
    'server ms': round(found.server),
    'database ms': round(found.database),
    'client ms': round(found.client),
    // What two cores have time for that nobody else wants.
    'fit on 2 cores': Math.round(2_000 / (found.server + found.database + found.client)),
  };
}
