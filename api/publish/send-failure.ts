import type { Logger } from 'pino';
import { newSecret } from '../ids.ts';
import { failureAnswer, toApiError } from '../http/envelope.ts';
import type { ApiError } from '../errors.ts';
import { isNavigation, send, type Exchange } from './exchange.ts';
import { messagePage, type WayBack } from './message-page.ts';
import { MissingFile } from './missing-file.ts';
import { GONE, PLAIN, type HeaderList } from './response-headers.ts';

/**
 * Answers whatever a step threw: as a small page for a person, in the envelope for a program (design 4). What was not
 * meant for a client goes to the log under the id that the answer carries; addresses stay out of it, since that of a
 * preview is a secret.
 */
export function sendFailure(exchange: Exchange, thrown: unknown, log: Logger): void {
  const error = toApiError(thrown);
  const requestId = error.code === 'internal' ? newSecret(9) : null;
  if (requestId !== null) log.error({ err: thrown, requestId }, 'a request to the publish origin failed');
  if (exchange.response.headersSent) {
    exchange.response.destroy();
    return;
  }
  const headers = { ...PLAIN, ...extraHeaders(error), ...(requestId && { 'x-request-id': requestId }) };
  if (isNavigation(exchange)) {
    const page = messagePage(titleOf(error), error.message, wayBack(error));
    send(exchange, error.status, { ...headers, 'content-type': 'text/html; charset=utf-8' }, page);
    return;
  }
  const answer = failureAnswer(error);
  send(exchange, error.status, { ...headers, ...answer.headers }, String(answer.body));
}

function extraHeaders(error: ApiError): HeaderList {
  if (error.status === 410) return GONE;
  if (error.code === 'method_not_allowed') return { allow: 'GET, HEAD, OPTIONS' };
  return {};
}

function wayBack(error: ApiError): WayBack | null {
  if (!(error instanceof MissingFile) || error.start === null) return null;
  return { href: error.start, text: `Go to the start of “${error.siteName}”` };
}

function titleOf(error: ApiError): string {
  if (error.status === 404) return 'There is nothing here';
  if (error.status === 410) return 'This app is gone';
  if (error.status >= 500) return 'This did not work';
  return 'This cannot be shown';
}
