import { sendLoad, type Load } from './load.ts';
import { MESSAGE } from './shapes.ts';

const CONNECTIONS = 32;
const WARM_UP = 1_000;
const ROUNDS = 5;
const INSERTS = 2_000;

/** Inserts rows into an app as its visitors do, each acknowledged before its connection sends the next. The round in the middle. */
export async function measureInserts(port: number, appId: string): Promise<Load> {
  const next = () => ({ port, path: `/a/${appId}/_data?entity=Message`, body: MESSAGE });
  await sendLoad(next, WARM_UP, CONNECTIONS);
  const rounds: Load[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await sendLoad(next, INSERTS, CONNECTIONS));
  const middle = rounds.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(ROUNDS / 2)];
  if (!middle) throw new Error('No round was run.');
  return middle;
}
