import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from './databases.ts';

const MAIN = fileURLToPath(new URL('./publisher-main.ts', import.meta.url));

/**
 * A process of its own that opens the database and publishes one data model, for tests that kill it on the way.
 * Resolves when the database is open and the plan begins.
 */
export async function startPublisher(
  { databaseUrl, dataDir }: Pick<TestDatabase, 'databaseUrl' | 'dataDir'>,
  id: string,
  aml: string,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], PUBLISH: JSON.stringify({ databaseUrl, dataDir, id, aml }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The publisher ended with ${code} before it began.`);
    }),
  ]);
  return child;
}
