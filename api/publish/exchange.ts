import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDocumentDestination } from './isolation.ts';
import { PLAIN, type HeaderList } from './response-headers.ts';

/** One request and its answer in plain Node terms: a static file should cost no more than it must. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** One header of the request; Node joins or drops repetitions of these. */
export function header(exchange: Exchange, name: string): string | undefined {
  const value = exchange.request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/**
 * Whether a person will see the answer as a page. Browsers that send no `Sec-Fetch-Dest` are known by what they
 * accept.
 */
export function isNavigation(exchange: Exchange): boolean {
  const { method } = exchange.request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const destination = header(exchange, 'sec-fetch-dest');
  if (destination !== undefined) return isDocumentDestination(destination);
  return /\btext\/html\b/i.test(header(exchange, 'accept') ?? '');
}

/** Whether a page in a browser asks for one of its parts: a script, a picture, or what its own code fetches. */
export function isPartOfPage(exchange: Exchange): boolean {
  const destination = header(exchange, 'sec-fetch-dest');
  return destination !== undefined && !isDocumentDestination(destination);
}

/** Writes an answer with its true length; Node itself leaves the body out for HEAD. */
export function send(exchange: Exchange, status: number, headers: HeaderList, body: Buffer | string): void {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  exchange.response.writeHead(status, { ...headers, 'content-length': bytes.length });
  exchange.response.end(bytes);
}

/** Writes an answer whose body is given once per byte, so that head and body go out in one write. */
export function sendLatin1(exchange: Exchange, status: number, headers: HeaderList, body: string): void {
  exchange.response.writeHead(status, { ...headers, 'content-length': body.length });
  exchange.response.end(body, 'latin1');
}

/** Writes an answer that has no body. */
export function sendEmpty(exchange: Exchange, status: number, headers: HeaderList): void {
  exchange.response.writeHead(status, headers);
  exchange.response.end();
}

/** A redirect that no cache keeps longer than the answer is true. */
export function redirect(exchange: Exchange, status: 307 | 308, location: string): void {
  sendEmpty(exchange, status, { ...PLAIN, location, vary: 'Sec-Fetch-Dest', 'content-length': '0' });
}
