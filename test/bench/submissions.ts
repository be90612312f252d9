import { Console } from 'node:console';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LIMITS } from '../../api/limits.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { startInstallation } from './data-plane/installation.ts';
import { postmasterOf } from './data-plane/inserts.ts';
import { median, quantile, sendLoad } from './data-plane/load.ts';
import { childrenCpuMs, cpuMs } from './data-plane/process-usage.ts';
import { openBareInserts } from './submissions/bare.ts';
import { sendThroughCrashes } from './submissions/crash.ts';
import { formDocument, formId, FORMS } from './submissions/forms.ts';
import { compareStored } from './submissions/stored.ts';
import { waysOf, type Way } from './submissions/ways.ts';

/**
 * Answers to forms on PostgreSQL, each acknowledged after its commit, by each way that they come by, and beside them bare
 * inserts of the same rows; then every form's table is compared with what was acknowledged, also after kills of the
 * database: `node test/bench/submissions.ts [--rounds 5] [--answers 2000]`. Linux only, since processor time is read
 * from /proc.
 */
const { values: given } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, answers: { type: 'string', default: '2000' } },
});
const ROUNDS = Number(given.rounds);
const ANSWERS = Number(given.answers);
const CONNECTIONS = 32;
/** Of so many answers one is sent again with its key. */
const AGAIN = 20;
const CRASHES = 3;
const screen = new Console(process.stdout);
const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** One round of a way: answers a second, times in ms, and processor time of one in ms. */
interface Round {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly server: number;
  readonly database: number;
  readonly client: number;
}

const postgres = await startPostgres({ fsync: true });
const server = await startInstallation(postgres.url);
const bare = await openBareInserts(postgres.url);
const accepted = new Set<number>();
let next = 0;
try {
  for (let index = 0; index < FORMS; index++) await server.saveForm(formId(index), formDocument(index));
  const postmaster = await postmasterOf(postgres.url);
  const used = (): readonly [number, number, number] => [
    cpuMs(server.pid),
    childrenCpuMs(postmaster ?? 0),
    cpuMs(process.pid),
  ];
  const perAnswer = (before: readonly number[], count: number): readonly number[] =>
    used().map((ms, index) => (ms - (before[index] ?? 0)) / count);

  async function sendRound(way: Way): Promise<Round> {
    const first = next;
    next += ANSWERS;
    await way.prepare(first, ANSWERS);
    // Whoever answers faster than people do is flagged.
    await sleep(LIMITS.answerShortestMs);
    const count = ANSWERS + ANSWERS / AGAIN;
    const ids = new Map<number, unknown>();
    let sent = 0;
    const before = used();
    const load = await sendLoad(
      () => {
        const index = sent++;
        return way.call(first + (index < ANSWERS ? index : (index - ANSWERS) * AGAIN));
      },
      count,
      CONNECTIONS,
      ({ serial }, { text }) => {
        const { id } = JSON.parse(text) as { readonly id?: string };
        if (ids.has(serial) && ids.get(serial) !== id) throw new Error(`Two answers of one key: ${serial}`);
        ids.set(serial, id);
      },
    );
    const [ours = 0, database = 0, client = 0] = perAnswer(before, count);
    for (const serial of ids.keys()) accepted.add(serial);
    const { seconds, latencies } = load;
    const times = { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
    return { perSecond: count / seconds, ...times, server: ours, database, client };
  }

  async function bareRound(): Promise<Round> {
    const before = used();
    const seconds = await bare.run(ANSWERS, CONNECTIONS);
    const [, database = 0, client = 0] = perAnswer(before, ANSWERS);
    return { perSecond: ANSWERS / seconds, p50: Number.NaN, p99: Number.NaN, server: 0, database, client };
  }

  const ways = waysOf(server);
  const rounds = new Map<string, Round[]>(
    [...ways.map(({ name }) => name), 'bare INSERT by pg'].map((name) => [name, []]),
  );
  for (const way of ways) await sendRound(way);
  await bareRound();
  for (let number = 0; number < ROUNDS; number++) {
    for (const way of ways) rounds.get(way.name)?.push(await sendRound(way));
    rounds.get('bare INSERT by pg')?.push(await bareRound());
  }
  screen.log(
    `${ANSWERS} answers a round to ${FORMS} forms over ${CONNECTIONS} connections; medians of ${ROUNDS} rounds`,
  );
  screen.table([...rounds].map(([name, list]) => rowOf(name, list)));
  screen.log('What the tables hold');
  screen.table([{ acknowledged: accepted.size, ...(await compareStored(postgres.url, accepted)) }]);

  // The kills would end its connections too.
  await bare.close();

  const [bridge] = ways;
  if (bridge) {
    const serials = Array.from({ length: ANSWERS * 2 }, () => next++);
    const inVain = await sendThroughCrashes(bridge, serials, {
      postgres,
      crashes: CRASHES,
      connections: CONNECTIONS,
    });
    for (const serial of serials) accepted.add(serial);
    screen.log(
      `The same after ${CRASHES} kills of the database; ${inVain} sendings were in vain and repeated`,
    );
    screen.table([{ acknowledged: accepted.size, ...(await compareStored(postgres.url, accepted)) }]);
  }
  const load = loadavg().map((value) => round(value, 1));
  screen.table([{ node: process.version, cores: availableParallelism(), load: load.join(' ') }]);
} finally {
  await server.stop();
  await postgres.stop();
}

function rowOf(way: string, rounds: readonly Round[]): object {
  const middle = (of: keyof Round): number => median(rounds.map((one) => one[of]));
  const [mine, database, client] = [middle('server'), middle('database'), middle('client')];
  return {
    way,
    'answers/s': Math.round(middle('perSecond')),
    'p50 ms': round(middle('p50'), 1),
    'p99 ms': round(middle('p99'), 1),
    'server ms': round(mine),
    'database ms': round(database),
    'client ms': round(client),
    // What two cores have time for that nobody else wants.
    'fit on 2 cores': Math.round(2_000 / (mine + database + client)),
  };
}
