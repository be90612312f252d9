import type { RequestListener } from 'node:http';

/** A year, in seconds. */
const MAX_AGE = 31_536_000;

/**
 * Where an origin is served by https, tells browsers to never ask its host by http again. Sub-domains are not
 * included: each app's own host says it for itself, and others of the domain are not ours to speak for.
 * @param origin as visitors see it, whatever the proxy in front asks us by
 */
export function keepToHttps(listener: RequestListener, origin: string): RequestListener {
  if (new URL(origin).protocol !== 'https:') return listener;
  return (request, response) => {
    response.setHeader('strict-transport-security', `max-age=${MAX_AGE}`);
    listener(request, response);
  };
}
