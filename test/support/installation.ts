import { readdirSync, readFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe } from 'vitest';
import { readConfig } from '../../api/config.ts';
import type { ContentKinds } from '../../api/content/kinds.ts';
import { newId } from '../../api/ids.ts';
import { startServer, type RunningServer } from '../../api/server.ts';
import { createTestDatabase, DATABASE_KINDS, type DatabaseKind, type TestDatabase } from './databases.ts';
import { freePorts } from './free-ports.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; whatever shape the test expects of it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert the shape themselves
  readonly json: any;
}

export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, text as it is. */
  readonly body?: unknown;
  readonly port?: number;
}

/** A signed-in person of a test. */
export interface Person {
  readonly email: string;
  readonly token: string;
  readonly id: string;
}

/** A real server on free ports with a fresh database, and what tests do with it over HTTP. */
export interface Installation {
  readonly server: RunningServer;
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly publishOrigin: string;
  call(call: Call): Promise<Answer>;
  /** The same on the publish origin. */
  visit(call: Call): Promise<Answer>;
  graphql(query: string, variables?: object, token?: string): Promise<Answer>;
  /** Registers, follows the mailed link, and is signed in. */
  join(name?: string, email?: string): Promise<Person>;
  /** Mails to an address, oldest first, as their text. */
  mails(email: string): readonly string[];
  stop(): Promise<void>;
}

export interface InstallationOptions {
  /** A function is told the address that the installation will have. */
  readonly env?:
    Readonly<Record<string, string>> | ((baseUrl: string) => Promise<Readonly<Record<string, string>>>);
  readonly pages?: Parameters<typeof startServer>[0]['pages'];
  /** A database that outlives the installation; whoever made it removes it. */
  readonly files?: TestDatabase;
  /** Content kinds in place of the product's own. */
  readonly kinds?: ContentKinds;
  /** Takes every line of the log; nothing is logged without it. */
  readonly onLog?: (line: string) => void;
}

export async function startInstallation(
  kind: DatabaseKind,
  { env = {}, pages = null, kinds, files: given, onLog }: InstallationOptions = {},
): Promise<Installation> {
  const files = given ?? (await createTestDatabase(kind));
  const [port, publishPort] = await freePorts(2);
  const config = readConfig({
    PORT: String(port),
    PUBLISH_PORT: String(publishPort),
    DATA_DIR: files.dataDir,
    ...(files.databaseUrl === null
      ? {}
      : { DATABASE_URL: files.databaseUrl, SESSION_SECRET: 'a secret for the tests only, long enough' }),
    LOG_LEVEL: 'silent',
    ...(typeof env === 'function' ? await env(`http://localhost:${port}`) : env),
  });
  const log = onLog ? pino({ level: 'trace' }, { write: onLog }) : pino({ level: config.logLevel });
  const server = await startServer({ config, log, pages, ...(kinds && { kinds }) });
  return createInstallation(server, files, given === undefined);
}

function createInstallation(server: RunningServer, files: TestDatabase, isOwn: boolean): Installation {
  const { baseUrl, publishOrigin } = server.services.config;
  const call = (given: Call): Promise<Answer> => send({ port: server.port, ...given });
  const outbox = join(files.dataDir, 'outbox');
  const mails = (email: string): readonly string[] =>
    readdirSync(outbox)
      .sort()
      .map((file) => readFileSync(join(outbox, file), 'utf8'))
      .filter((mail) => mail.includes(`To: ${email}`))
      .map((mail) => mail.replaceAll('=\n', '').replaceAll('=3D', '='));
  return {
    server,
    dataDir: files.dataDir,
    baseUrl,
    publishOrigin,
    call,
    visit: (given) => send({ port: server.publishPort, ...given }),
    graphql: (query, variables = {}, token) =>
      call({ method: 'POST', path: '/graphql', body: { query, variables }, ...(token ? { token } : {}) }),
    mails,
    async join(name = 'Ada', email = `${newId()}@example.org`) {
      const password = 'correct horse battery';
      const body = { email, password, name };
      const { status, text } = await call({ method: 'POST', path: '/api/auth/register', body });
      if (status >= 300) throw new Error(`${email} could not register: ${status} ${text}`);
      const mailed = /verify\?token=([\w-]+)/.exec(mails(email).at(-1) ?? '')?.[1];
      const { json } = await call({ method: 'POST', path: '/api/auth/verify', body: { token: mailed } });
      return { email, token: json.token, id: json.user.id };
    },
    async stop() {
      await server.close();
      if (isOwn) await files.remove();
    },
  };
}

/** Runs a group of tests against a server on each kind of database. */
export function describeEachInstallation(
  name: string,
  tests: (get: () => Installation) => void,
  options: InstallationOptions = {},
): void {
  describe.each(DATABASE_KINDS)(`${name} on %s`, (kind) => {
    let installation: Installation | undefined;
    beforeAll(async () => {
      installation = await startInstallation(kind, options);
    });
    afterAll(async () => installation?.stop());
    tests(() => {
      if (!installation) throw new Error('The installation is there in tests and hooks only.');
      return installation;
    });
  });
}

/** One HTTP request to the loopback; `fetch` would not let tests choose the Host header. */
function send({ method = 'GET', path, token, headers = {}, body, port }: Call): Promise<Answer> {
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = incoming.headers['content-type']?.includes('json') ?? false;
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            json: isJson && text ? JSON.parse(text) : null,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}
