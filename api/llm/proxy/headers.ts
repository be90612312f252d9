import type { IncomingHttpHeaders } from 'node:http';
import type { KeyHeader, ProviderEntry } from '../provider-table.ts';
import { scrubText } from './scrub.ts';

const VALUE = /^[\t\x20-\x7e]{0,512}$/;

/**
 * The headers that go upstream: a listed few of the client's, the constants, the key. The client's own authorization,
 * cookies, forwarding and hop-by-hop headers are on no list (spec 4.6).
 */
export function upstreamHeaders(
  provider: Pick<ProviderEntry, 'headers' | 'constants'>,
  key: KeyHeader | null,
  secret: string | null,
  client: Headers,
): Record<string, string> {
  const listed: Record<string, RegExp> = {
    'content-type': /^application\/json\b/i,
    accept: VALUE,
    ...provider.headers,
  };
  const passed = Object.entries(listed).flatMap(([name, allowed]) => {
    const value = client.get(name);
    return value !== null && VALUE.test(value) && allowed.test(value) ? [[name, value] as const] : [];
  });
  return {
    ...provider.constants,
    ...Object.fromEntries(passed),
    'user-agent': 'platform-llm-proxy',
    // What is compressed cannot be searched for the key.
    'accept-encoding': 'identity',
    ...(key && secret !== null && { [key.header]: key.prefix + secret }),
  };
}

const TYPES = ['application/json', 'text/event-stream', 'application/x-ndjson'];
const RETURNED = ['request-id', 'x-request-id'];

/** Whether an upstream answer is of a kind that may be passed on. */
export function isPassable(headers: IncomingHttpHeaders): boolean {
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding === 'identity' && TYPES.includes(mediaType(headers));
}

/** Whether the answer is a stream of server-sent events. */
export function isEventStream(headers: IncomingHttpHeaders): boolean {
  return mediaType(headers) === 'text/event-stream';
}

/** The headers that come back: a listed few of the upstream's, none of which may hold a secret, and ours. */
export function clientHeaders(
  upstream: IncomingHttpHeaders,
  secrets: readonly string[],
): Record<string, string> {
  const passed = RETURNED.flatMap((name) => {
    const value = upstream[name];
    const clean = typeof value === 'string' && VALUE.test(value) && scrubText(value, secrets) === value;
    return clean ? [[`upstream-${name.replace(/^x-/, '')}`, value] as const] : [];
  });
  return {
    ...Object.fromEntries(passed),
    'content-type': mediaType(upstream) + (isEventStream(upstream) ? '; charset=utf-8' : ''),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Asks proxies in front of us not to hold a stream back.
    'x-accel-buffering': 'no',
  };
}

function mediaType(headers: IncomingHttpHeaders): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
