import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A server in a process of its own. */
export interface Child {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a Node script and waits until it says that it is ready. @throws with its output when it ends before */
export async function startChild(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: RegExp = /ready/i,
): Promise<Child> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-20_000);
        if (ready.test(output)) resolve();
      });
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}:\n${output}`)));
    child.once('error', reject);
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('A process without an id.');
  return {
    pid,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
