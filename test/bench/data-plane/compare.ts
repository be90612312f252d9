import { isDeepStrictEqual } from 'node:util';
import { median, send, sendLoad, type Call } from './load.ts';
import { cpuMs } from './process-usage.ts';
import type { Contestant, Shape } from './shapes.ts';

export interface Entrant {
  readonly name: Contestant;
  readonly port: number;
  readonly pid: number;
}

/** What one contestant's answers to a shape cost: ms of server CPU per request in each round, and the median time. */
export interface Cost {
  readonly cpu: readonly number[];
  readonly p50: number;
}

const CONNECTIONS = 8;
const WARM_UP = 400;

/** Runs the shapes against all contestants in turn, A B C A B C, after their answers were found to be the same. */
export async function compare(
  shapes: readonly Shape[],
  entrants: readonly Entrant[],
  { rounds, requests }: { readonly rounds: number; readonly requests: number },
): Promise<ReadonlyMap<Shape, ReadonlyMap<Contestant, Cost>>> {
  const results = new Map<Shape, Map<Contestant, Cost>>();
  for (const shape of shapes) {
    const able = entrants.filter(({ name }) => shape.calls[name]);
    if (shape.fixed) await requireSameAnswers(shape, able);
    for (const entrant of able) await sendLoad(callsOf(shape, entrant), WARM_UP, CONNECTIONS);
    const costs = new Map<Contestant, { cpu: number[]; p50: number[] }>();
    for (let round = 0; round < rounds; round++) {
      for (const entrant of able) {
        const before = cpuMs(entrant.pid);
        const load = await sendLoad(callsOf(shape, entrant), requests, CONNECTIONS);
        const cost = costs.get(entrant.name) ?? { cpu: [], p50: [] };
        cost.cpu.push((cpuMs(entrant.pid) - before) / requests);
        cost.p50.push(median(load.latencies));
        costs.set(entrant.name, cost);
      }
    }
    results.set(shape, new Map([...costs].map(([name, { cpu, p50 }]) => [name, { cpu, p50: median(p50) }])));
  }
  return results;
}

function callsOf(shape: Shape, { name, port }: Entrant): () => Call {
  const call = shape.calls[name];
  if (!call) throw new Error(`${name} cannot be asked for: ${shape.name}.`);
  return () => ({ ...call(), port });
}

async function requireSameAnswers(shape: Shape, entrants: readonly Entrant[]): Promise<void> {
  const answers = await Promise.all(entrants.map(async (entrant) => send(callsOf(shape, entrant)())));
  const [first, ...others] = answers.map(({ text }): unknown => JSON.parse(text));
  for (const other of others) {
    if (isDeepStrictEqual(first, other)) continue;
    throw new Error(
      `${shape.name}: the answers differ.\n${answers.map(({ text }) => text.slice(0, 600)).join('\n')}`,
    );
  }
}
