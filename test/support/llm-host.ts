import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createSessionWatch } from '../../api/accounts/session-watch.ts';
import type { SessionUser } from '../../api/accounts/session-user.ts';
import type { Database } from '../../api/db/database.ts';
import { readProviders } from '../../api/llm/providers.ts';
import type { LlmLimits } from '../../api/llm/llm-limits.ts';
import { createLlmProxy } from '../../api/llm/proxy.ts';
import { llmRoutes } from '../../api/llm/rest.ts';
import { describeEachDatabase } from './databases.ts';
import { startLlmUpstream, type LlmUpstream } from './llm-upstream.ts';
import { createSignedInApp, USER_HEADER, type SignedInApp } from './signed-in-app.ts';

/** The keys that the proxy of a test holds. */
export const KEYS = {
  openai: 'sk-openai-0123456789abcdef',
  anthropic: 'sk-ant-0123456789abcdef',
  google: 'AIza0123456789abcdef',
};

/** Short times and small sizes, so that tests reach them. */
const LIMITS: Partial<LlmLimits> = {
  llmConnectMs: 2_000,
  llmFirstByteMs: 300,
  llmIdleMs: 300,
  llmTotalMs: 5_000,
  llmBodyBytes: 100_000,
  llmResponseBytes: 200_000,
  llmRequestsPerMinute: 10_000,
  llmDemoRequestsPerMinute: 10_000,
  llmStreamsPerUser: 4,
};

/** The members that JSON answers of these routes have. */
export interface LlmBody {
  readonly ok: boolean;
  readonly providers: readonly { readonly id: string; readonly models: readonly string[] }[];
  readonly error: { readonly code: string; readonly message: string };
}

interface CountedUsage {
  readonly requests: number | null;
  readonly inputTokens: bigint | null;
  readonly outputTokens: bigint | null;
  readonly underWay: number;
}

/** The proxy behind a real HTTP server, and the upstream that it asks. */
export interface LlmHost {
  readonly db: Database;
  readonly upstream: LlmUpstream;
  readonly host: SignedInApp<LlmBody>;
  /** Every line of the log since the test began. */
  readonly logged: readonly string[];
  /** A proxy of its own for tests that need other limits or variables. */
  createHost(limits?: Partial<LlmLimits>, env?: Readonly<Record<string, string>>): SignedInApp<LlmBody>;
  post(
    user: SessionUser,
    path: string,
    body: BodyInit,
    headers?: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Response>;
  /** A streaming request to OpenAI. */
  chat(user: SessionUser): Promise<Response>;
  /** A request whose target and headers are sent as they are; resolves with the status. */
  raw(target: string, user: SessionUser, headers?: readonly string[]): Promise<number>;
  /** What is counted for a person and a provider, and the calls that are not settled. */
  usageOf(user: SessionUser, provider: string): Promise<CountedUsage | null>;
  /** Fails unless every connection to the upstream is closed soon. */
  expectNoConnections(): Promise<void>;
}

/** Runs a group of tests against the proxy on each kind of database. */
export function describeEachLlmHost(name: string, tests: (llm: () => LlmHost) => void): void {
  describeEachDatabase(name, (db) => {
    let running: { readonly llm: LlmHost; readonly server: Server; forget(): void } | undefined;
    beforeAll(async () => {
      running = await start(db());
    });
    beforeEach(() => running?.forget());
    afterAll(async () => {
      running?.server.closeAllConnections();
      running?.server.close();
      await running?.llm.upstream.close();
    });
    tests(() => {
      if (!running) throw new Error('The proxy is there in tests only.');
      return running.llm;
    });
  });
}

async function start(db: Database): Promise<{ llm: LlmHost; server: Server; forget(): void }> {
  const upstream = await startLlmUpstream();
  const logged: string[] = [];
  const createHost: LlmHost['createHost'] = (limits = {}, env = {}) => {
    const providers = readProviders({
      OPENAI_API_KEY: KEYS.openai,
      ANTHROPIC_API_KEY: KEYS.anthropic,
      GOOGLE_API_KEY: KEYS.google,
      LLM_OPENAI_BASE_URL: upstream.url,
      LLM_ANTHROPIC_BASE_URL: `${upstream.url}/gateway/`,
      LLM_GOOGLE_BASE_URL: upstream.url,
      LLM_DEMO_PACE: '0',
      ...env,
    });
    const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
    const sessionWatch = createSessionWatch(db, log);
    const llm = createLlmProxy({ providers, db, sessionWatch, log, limits: { ...LIMITS, ...limits } });
    return createSignedInApp<LlmBody>('/api/llm', llmRoutes({ llm }), db);
  };
  const host = createHost();
  const server = createServer(getRequestListener(host.app.fetch)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const post: LlmHost['post'] = (user, path, body, headers = {}, signal) =>
    fetch(`http://127.0.0.1:${port}/api/llm/${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', [USER_HEADER]: user.id, ...headers },
      ...(signal && { signal }),
    });
  const llm: LlmHost = {
    db,
    upstream,
    host,
    logged,
    createHost,
    post,
    chat: (user) => post(user, 'openai/v1/chat/completions', '{"model":"m","stream":true}'),
    raw: (target, user, headers = []) => sendRaw(port, target, user, headers),
    usageOf: async ({ id: userId }, provider) => {
      const where = { userId, provider };
      const underWay = await db.prisma.llmCall.count({ where });
      const { _sum: sum, _count: rows } = await db.prisma.llmUsage.aggregate({
        where,
        _sum: { requests: true, inputTokens: true, outputTokens: true },
        _count: true,
      });
      return rows === 0 ? null : { ...sum, underWay };
    },
    expectNoConnections: () => expect.poll(() => upstream.connections(), { timeout: 2_000 }).toBe(0),
  };
  const forget = (): void => {
    upstream.forget();
    logged.length = 0;
  };
  return { llm, server, forget };
}

async function sendRaw(
  port: number,
  target: string,
  user: SessionUser,
  headers: readonly string[],
): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  const lines = [
    `POST ${target} HTTP/1.1`,
    'Host: localhost',
    `${USER_HEADER}: ${user.id}`,
    'Content-Type: application/json',
    'Content-Length: 2',
    'Connection: close',
    ...headers,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n{}`);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
}
