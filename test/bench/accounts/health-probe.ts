import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface HealthProbe {
  /** Resolves with the first answer. */
  readonly started: Promise<void>;
  /** Resolves with the times of all answers, in ms. */
  stop(): Promise<readonly number[]>;
}

/** Asks an address again and again, from a process of its own, so that its times are the server's alone. */
export function startHealthProbe(url: string): HealthProbe {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  const started = once(child.stdout, 'data').then(() => undefined);
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    started,
    async stop() {
      child.stdin.end();
      await once(child, 'close');
      return output.trim().split('\n').map(Number);
    },
  };
}

/** The process itself: a line for each answer, until its input ends. */
async function probe(url: string): Promise<void> {
  const over = new AbortController();
  process.stdin.on('end', () => over.abort()).resume();
  while (!over.signal.aborted) {
    const start = performance.now();
    await (await fetch(url)).text();
    process.stdout.write(`${(performance.now() - start).toFixed(3)}\n`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await probe(process.argv[2] ?? '');
