import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { clientAddress } from './client-address.ts';
import type { AppEnv } from './env.ts';

/** Where a request comes from: for rate limits, the sessions list and the log, never for permission. */
export interface ClientInfo {
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** Reads it; `X-Forwarded-For` is believed only behind a trusted proxy (its last entry). */
export function clientInfo(c: Context<AppEnv>, trustProxy: boolean): ClientInfo {
  const address = clientAddress(c.req.header('x-forwarded-for'), peerAddress(c), trustProxy);
  return { address, userAgent: c.req.header('user-agent') ?? '', requestId: c.get('requestId') };
}

/** In-process calls (server-side rendering, tests) have no socket. */
function peerAddress(c: Context<AppEnv>): string {
  const incoming = (c.env as { incoming?: unknown } | undefined)?.incoming;
  return incoming ? (getConnInfo(c).remote.address ?? 'unknown') : 'in-process';
}
