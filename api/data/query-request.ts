import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { badQuery } from './query-error.ts';
import type { BridgeQuery } from './rows.ts';

/**
 * The body of POST _data/query: one query or a list of them (spec 4.1). Members that a query does not have are
 * ignored, `projectId` among them.
 */
export function readQueries(
  body: unknown,
): { readonly one: BridgeQuery } | { readonly list: readonly BridgeQuery[] } {
  if (!Array.isArray(body)) return { one: readQuery(body) };
  if (body.length > LIMITS.queriesPerRequest) {
    throw new ApiError('invalid_request', `A list may have ${LIMITS.queriesPerRequest} queries at most.`);
  }
  return { list: body.map(readQuery) };
}

function readQuery(body: unknown): BridgeQuery {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new ApiError('invalid_request', 'A query must be a JSON object.');
}

/** GET _data: `entity`, `limit`, `orderBy` (`f` or `-f`), `dir` (`asc` or `desc`). */
export function readGetQuery(params: URLSearchParams): BridgeQuery {
  const entity = params.get('entity');
  const limit = params.get('limit');
  return {
    ...(entity ? { entity } : {}),
    ...(limit === null ? {} : { limit: /^\d{1,9}$/.test(limit) ? Number(limit) : limit }),
    ...readOrder(params.get('orderBy'), params.get('dir')),
  };
}

function readOrder(orderBy: string | null, dir: string | null): Pick<BridgeQuery, 'orderBy'> {
  if (dir !== null && dir !== '' && dir !== 'asc' && dir !== 'desc')
    throw badQuery('dir', 'must be asc or desc.');
  if (orderBy === null || orderBy === '') return {};
  if (!dir) return { orderBy };
  return { orderBy: { [orderBy.replace(/^-/, '')]: dir } };
}
