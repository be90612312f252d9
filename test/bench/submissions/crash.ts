import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '../../support/postgres-server.ts';
import { send } from '../data-plane/load.ts';
import type { Way } from './ways.ts';

const PAUSE_MS = 100;
const PATIENCE_MS = 120_000;

/**
 * Sends answers while the database is killed and started again. What was not acknowledged is sent again with its key
 * until it is.
 * @returns how many sendings were in vain
 */
export async function sendThroughCrashes(
  way: Way,
  serials: readonly number[],
  { postgres, crashes, connections }: { postgres: PostgresServer; crashes: number; connections: number },
): Promise<number> {
  const waiting = [...serials];
  let inVain = 0;
  const until = Date.now() + PATIENCE_MS;
  const worker = async (): Promise<void> => {
    for (let serial = waiting.pop(); serial !== undefined; serial = waiting.pop()) {
      const reply = await send(way.call(serial)).catch((error: unknown) => ({
        status: 0,
        text: String(error),
      }));
      if (reply.status === 201) continue;
      if (reply.status !== 0 && reply.status < 500) throw new Error(`Status ${reply.status}: ${reply.text}`);
      if (Date.now() > until) throw new Error(`Answers are refused for two minutes: ${reply.text}`);
      inVain += 1;
      waiting.unshift(serial);
      await sleep(PAUSE_MS);
    }
  };
  const sending = Promise.all(Array.from({ length: connections }, worker));
  for (let crash = 1; crash <= crashes; crash++) {
    const left = serials.length * (1 - crash / (crashes + 1));
    while (waiting.length > left) await sleep(5);
    await postgres.crash();
  }
  await sending;
  return inVain;
}
