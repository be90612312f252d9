import { ApiError } from '../../errors.ts';
import type { AllowedRoute } from '../provider-table.ts';

/** Where a request goes, and by which entry of the list. */
export interface Target {
  readonly url: URL;
  readonly route: AllowedRoute;
}

/** The part of a provider that says where requests may go. */
export interface Reach {
  readonly name: string;
  readonly baseUrl: string;
  readonly routes: readonly AllowedRoute[];
  readonly query: readonly string[];
}

// What the paths of all providers are made of. No percent sign: an encoded slash or dot has no way in.
const PATH = /^[A-Za-z0-9._:-]+(?:\/[A-Za-z0-9._:-]+)*$/;

/**
 * The upstream address of a request: the configured base and a path that is on the provider's list, nothing else.
 * @param path what follows the provider in our own path, without a leading slash
 * @throws ApiError not_found off the list, method_not_allowed for another method, invalid_request for a strange query
 */
export function resolveTarget(reach: Reach, method: string, path: string, query: URLSearchParams): Target {
  const known = PATH.test(path) ? reach.routes.filter((route) => route.path.test(path)) : [];
  if (known.length === 0) {
    throw new ApiError(
      'not_found',
      `${reach.name} is not asked at this path here. The paths are those of its chat interface, such as ${example(reach)}.`,
    );
  }
  const asked = method === 'HEAD' ? 'GET' : method;
  const route = known.find((one) => one.method === asked);
  if (!route) {
    throw new ApiError('method_not_allowed', `This path takes ${known.map((one) => one.method).join(', ')}.`);
  }
  for (const name of query.keys()) {
    if (!reach.query.includes(name)) {
      throw new ApiError(
        'invalid_request',
        `The query parameter "${name.slice(0, 40)}" is not passed on to ${reach.name}.`,
      );
    }
  }
  const base = new URL(reach.baseUrl);
  const expected = `${base.pathname.replace(/\/+$/, '')}/${path}`;
  const url = new URL(expected, base.origin);
  // The parser has the last word on what an address means, so it is asked again after the fact (spec 4.6).
  if (url.origin !== base.origin || url.pathname !== expected || url.username !== '' || url.password !== '') {
    throw new ApiError('not_found', `${reach.name} is not asked at this path here.`);
  }
  url.search = query.toString();
  return { url, route };
}

/** Names one listed path, in words that a person can use. */
function example({ routes }: Reach): string {
  const source = routes[0]?.path.source ?? '';
  return source.replace(/[\^$\\]|\(\?:beta\)\?/g, '').replace(/\[[^\]]*\]\{[^}]*\}/, '{model}');
}
