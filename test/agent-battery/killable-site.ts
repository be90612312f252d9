import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../support/free-ports.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';

/** The product in a process of its own that is killed and started again on the same data and the same address. */
export interface KillableSite {
  readonly baseUrl: string;
  readonly token: string;
  /** SIGKILL, and a new process. */
  killAndRestart(): Promise<void>;
  close(): Promise<void>;
}

/** @param env settings beside the ports and the folder */
export async function startKillableSite(env: Readonly<Record<string, string>>): Promise<KillableSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'test-kills-'));
  const [port, publishPort] = await freePorts(2);
  const settings = {
    dataDir,
    databaseUrl: null,
    env: { ...env, PORT: String(port), PUBLISH_PORT: String(publishPort) },
  };
  const baseUrl = `http://localhost:${port}`;
  let server: ServerProcess = await startServerProcess(settings);
  const post = async (path: string, body: object): Promise<{ token: string }> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { token: string };
  };
  await post('/api/auth/register', {
    email: 'ada@example.org',
    password: 'correct horse battery',
    name: 'Ada',
  });
  const outbox = join(dataDir, 'outbox');
  const mails = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'));
  const mailed = /verify\?token=([\w-]+)/.exec(mails.join('\n').replaceAll('=\n', '').replaceAll('=3D', '='));
  const { token } = await post('/api/auth/verify', { token: mailed?.[1] });
  return {
    baseUrl,
    token,
    async killAndRestart() {
      await server.kill();
      server = await startServerProcess(settings);
    },
    async close() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
