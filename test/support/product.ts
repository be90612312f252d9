import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from './free-ports.ts';

/** The product as a person starts it: its own process, built pages, a fresh embedded database. */
export interface Product {
  readonly baseUrl: string;
  readonly publishOrigin: string;
  /** Everything it wrote so far. */
  output(): string;
  /** Waits until its output matches. @throws after two minutes */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends SIGTERM and answers with the exit code. */
  stop(): Promise<number | null>;
}

const MAIN = fileURLToPath(new URL('../../api/main.ts', import.meta.url));
const PATIENCE_MS = 120_000;

/** @param env settings besides the ports and the folder */
export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'test-product-'));
  const [port, publishPort] = await freePorts(2);
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      PUBLISH_PORT: String(publishPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));

  async function waitFor(pattern: RegExp): Promise<RegExpExecArray> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
      const match = pattern.exec(output);
      if (match) return match;
      if (child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`The product did not print ${pattern}, but:\n${output}`);
  }
  await waitFor(/Ready\./);
  return {
    baseUrl: `http://localhost:${port}`,
    publishOrigin: `http://localhost:${publishPort}`,
    output: () => output,
    waitFor,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(dataDir, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}
