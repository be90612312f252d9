import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createSessions } from '../../api/accounts/sessions.ts';
import { createSessionTokens } from '../../api/accounts/tokens.ts';
import { newId } from '../../api/ids.ts';
import { afterAll } from 'vitest';
import { describeEachInstallation, type Installation } from '../support/installation.ts';
import { startLlmUpstream, type LlmUpstream } from '../support/llm-upstream.ts';

/** The keys that the server of the battery holds; each has letters that addresses and base64 spell in another way. */
export const KEYS = {
  openai: 'sk-proj-4f/9Q+Zt~7openai==xK',
  anthropic: 'sk-ant-api03-u8W_anthropic-Yb2',
  google: 'AIzaSyD-google_0123456789abcd',
} as const;

/** A whole installation with a recording upstream for each dialect, and a server that nobody may ever be sent to. */
export interface House {
  readonly site: Installation;
  readonly upstream: LlmUpstream;
  /** Where tricks try to lead the proxy. */
  readonly elsewhere: LlmUpstream;
  /** Every line of the log so far. */
  readonly logged: string[];
  /** A token of a new person, made without the seconds that a password takes. */
  joinQuickly(): Promise<{ readonly id: string; readonly token: string }>;
  /** Bytes as they are to the main listener; resolves with all that came back. */
  raw(bytes: string): Promise<string>;
}

/** Runs a battery against the product on each kind of database. */
export function describeEachHouse(name: string, tests: (house: () => House) => void): void {
  const started: { upstream: LlmUpstream; elsewhere: LlmUpstream; logged: string[] }[] = [];
  afterAll(async () => {
    for (const { upstream, elsewhere } of started) await Promise.all([upstream.close(), elsewhere.close()]);
  });
  describeEachInstallation(name, (get) => tests(() => createHouse(get(), started)), {
    onLog: (line) => started.at(-1)?.logged.push(line),
    env: async () => {
      const [upstream, elsewhere] = [await startLlmUpstream(), await startLlmUpstream()];
      started.push({ upstream, elsewhere, logged: [] });
      return {
        OPENAI_API_KEY: KEYS.openai,
        ANTHROPIC_API_KEY: KEYS.anthropic,
        GOOGLE_API_KEY: KEYS.google,
        LLM_OPENAI_BASE_URL: upstream.url,
        LLM_ANTHROPIC_BASE_URL: `${upstream.url}/gateway`,
        LLM_GOOGLE_BASE_URL: upstream.url,
        LLM_DEMO_PACE: '0',
      };
    },
  });
}

function createHouse(
  site: Installation,
  started: readonly Pick<House, 'upstream' | 'elsewhere' | 'logged'>[],
): House {
  const latest = started.at(-1);
  if (!latest) throw new Error('The house is there in tests only.');
  const { config, db } = site.server.services;
  const secret = config.sessionSecret ?? readFileSync(join(site.dataDir, 'session.secret'), 'utf8');
  const sessions = createSessions(db, createSessionTokens(secret, config.baseUrl));
  return {
    site,
    ...latest,
    async joinQuickly() {
      const id = newId();
      const data = { id, email: `${id}@example.org`, name: 'Ada', verifiedAt: new Date() };
      const user = await db.prisma.user.create({ data });
      const { token } = await sessions.begin(user, { address: '127.0.0.1', userAgent: '', requestId: '' });
      return { id, token };
    },
    async raw(bytes) {
      const socket = connect(site.server.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(bytes, 'latin1');
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      socket.on('error', () => undefined);
      await once(socket, 'close');
      return text;
    },
  };
}

/** A request with its target and headers as they are given. */
export function rawRequest(
  token: string,
  target: string,
  headers: readonly string[] = [],
  { method = 'POST', body = '{"model":"m"}' } = {},
): string {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** The status of a raw answer; 0 when there was none. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
}
