import type { Targets } from '../attack.ts';
import { markOf } from './mark.ts';
import { pause } from './reach.ts';
import { TABLE } from './table.ts';

/** Attacks at once in one page; they wait more than they work. */
const AT_ONCE = 6;
/** Milliseconds after which an attack has failed. */
const LONGEST = 10_000;

/** Runs the attacks of these ids and answers with those that succeeded. Throwing is a failed attack. */
export async function run(ids: readonly string[], targets: Targets): Promise<readonly string[]> {
  const waiting = TABLE.filter(({ id }) => ids.includes(id));
  const succeeded: string[] = [];
  const next = async (): Promise<void> => {
    for (let attack = waiting.shift(); attack !== undefined; attack = waiting.shift()) {
      try {
        const attempt = (async () => attack.run(targets, markOf(targets.vantage, attack.id)))();
        if ((await Promise.race([attempt, pause(LONGEST)])) === true) succeeded.push(attack.id);
      } catch {
        // That is how most attacks fail.
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return succeeded;
}
