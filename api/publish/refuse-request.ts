import { ApiError } from '../errors.ts';
import { header, type Exchange } from './exchange.ts';

const HOST = /^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The one Host of a request (design 7). Two Hosts, or none, would let the one who routes and the one who serves
 * disagree about whose page this is.
 * @throws ApiError invalid_request
 */
export function requireOneHost({ request }: Exchange): string {
  let host: string | undefined;
  let count = 0;
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    if (request.rawHeaders[i]?.toLowerCase() !== 'host') continue;
    host = request.rawHeaders[i + 1];
    count += 1;
  }
  if (count !== 1 || host === undefined || !HOST.test(host)) {
    throw new ApiError('invalid_request', 'The request must name exactly one host.');
  }
  return host;
}

/**
 * A service worker could keep serving an app after it was taken down, so its script is never given out (design 7).
 * @throws ApiError forbidden
 */
export function refuseServiceWorker(exchange: Exchange): void {
  if (header(exchange, 'service-worker') !== undefined) {
    throw new ApiError('forbidden', 'Published apps cannot have service workers.');
  }
}
