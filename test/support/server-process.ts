import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePorts } from './free-ports.ts';

/** The server as its own process, without pages: what tests may kill. */
export interface ServerProcess {
  readonly pid: number;
  readonly publishOrigin: string;
  readonly baseUrl: string;
  /** SIGKILL: no handler runs, nothing is flushed. */
  kill(): Promise<void>;
  /** SIGTERM, and its exit code. */
  stop(): Promise<number | null>;
}

export interface ServerProcessOptions {
  readonly dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly env?: Readonly<Record<string, string>>;
}

const MAIN = fileURLToPath(new URL('../../api/main.ts', import.meta.url));
const PATIENCE_MS = 120_000;
/** All processes of an installation share it. */
export const SESSION_SECRET = 'a secret for the tests only, long enough';

/** Starts one and waits until it is ready. @throws with its output when it ends first or takes too long */
export async function startServerProcess({
  dataDir,
  databaseUrl,
  env = {},
}: ServerProcessOptions): Promise<ServerProcess> {
  const [port, publishPort] = await freePorts(2);
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      PUBLISH_PORT: String(publishPort),
      DATA_DIR: dataDir,
      SESSION_SECRET,
      LOG_LEVEL: 'warn',
      ...limitsOfTests(),
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const end = Date.now() + PATIENCE_MS;
  while (!output.includes('Ready.')) {
    if (child.exitCode !== null || Date.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`The server did not become ready:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const endWith = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  return {
    pid: child.pid ?? 0,
    baseUrl: `http://localhost:${port}`,
    publishOrigin: `http://localhost:${publishPort}`,
    stop: () => endWith('SIGTERM'),
    kill: async () => {
      await endWith('SIGKILL');
    },
  };
}

/** The rates of the test run (vitest.config.ts) hold in its processes too. */
function limitsOfTests(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('LIMIT_')));
}
