import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from '../../../api/ids.ts';
import { freePorts } from '../../support/free-ports.ts';
import { AML } from './bench-app.ts';
import { startChild, type Child } from './child.ts';
import { send } from './load.ts';

const MAIN = fileURLToPath(new URL('../../../api/main.ts', import.meta.url));

/** Our server as a process of its own, and a person who is signed in there. */
export interface Installation extends Child {
  readonly port: number;
  readonly publishPort: number;
  /** Publishes a form under an id of one's choice. */
  saveForm(id: string, document: object): Promise<void>;
  /** Publishes an app with the AML of the benchmark and answers with its id. */
  publish(): Promise<string>;
  /** Copies an app; nobody has asked for the copy's data yet. */
  fork(appId: string): Promise<string>;
}

/** What a change is answered with. */
interface Written {
  readonly app?: { readonly id: string };
}

const unlimited = {
  ...Object.fromEntries(
    ['INSERTS', 'QUERIES'].flatMap((what) =>
      ['ADDRESS', 'APP'].map((of) => [`LIMIT_BRIDGE_${what}_PER_${of}`, '1000000']),
    ),
  ),
  LIMIT_VISITOR_ROWS_PER_DAY: '1000000',
  LIMIT_SPACE_ROWS: '1000000',
};

/** Starts it on a database, or on an embedded one when `databaseUrl` is null. */
export async function startInstallation(
  databaseUrl: string | null,
  nodeOptions: readonly string[] = [],
): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-data-'));
  const [port = 0, publishPort = 0] = await freePorts(2);
  const child = await startChild(
    [...nodeOptions, MAIN],
    {
      PORT: String(port),
      PUBLISH_PORT: String(publishPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // One address asks everything here.
      ...unlimited,
      ...(databaseUrl === null
        ? {}
        : { DATABASE_URL: databaseUrl, SESSION_SECRET: 'a secret for the benchmark only, long enough' }),
    },
    /Ready\./,
  );
  const token = await signUp(port, join(dataDir, 'outbox'));
  const write = async (method: 'POST' | 'PUT', path: string, body: object): Promise<Written> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Written;
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const publish = async (path: string, body: object): Promise<string> =>
    (await write('POST', path, body)).app?.id ?? '';
  return {
    pid: child.pid,
    port,
    publishPort,
    async saveForm(id, document) {
      await write('PUT', `/api/projects/${id}`, { kind: 'form', document });
    },
    publish: () => publish('/api/market', { name: 'Bench', files: { 'index.html': '<p>Bench' }, aml: AML }),
    fork: (appId) => publish(`/api/market/${appId}/fork`, {}),
    async stop() {
      await child.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function signUp(port: number, outbox: string): Promise<string> {
  const account = { email: `${newId()}@example.org`, password: 'correct horse battery', name: 'Bench' };
  await send({ port, path: '/api/auth/register', body: account });
  const [mail = ''] = readdirSync(outbox);
  const text = readFileSync(join(outbox, mail), 'utf8').replaceAll('=\n', '').replaceAll('=3D', '=');
  const token = /verify\?token=([\w-]+)/.exec(text)?.[1];
  const answer = await send({ port, path: '/api/auth/verify', body: { token } });
  return (JSON.parse(answer.text) as { readonly token: string }).token;
}
