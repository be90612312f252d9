import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { badQuery, refuseUnknownMembers } from './query-error.ts';
import type { BridgeQuery } from './rows.ts';

const MEMBERS = ['entity', 'where', 'select', 'limit', 'orderBy'];
const PARAMETERS = ['entity', 'limit', 'orderBy', 'dir'];
/** The scope comes from the address alone (spec 4.1 rule 1). */
const IGNORED = ['projectId'];
const PAGES = 'there are no pages by number here: GraphQL has cursors.';
/** What other query languages call it. */
const MEANT = {
  filter: 'did you mean "where"?',
  filters: 'did you mean "where"?',
  take: 'did you mean "limit"?',
  first: 'did you mean "limit"?',
  sort: 'did you mean "orderBy"?',
  order: 'did you mean "orderBy"?',
  model: 'did you mean "entity"?',
  table: 'did you mean "entity"?',
  fields: 'did you mean "select"?',
  include: 'related rows are named in "select".',
  skip: PAGES,
  offset: PAGES,
  page: PAGES,
  cursor: PAGES,
};
const BY_POST = 'it goes into the body of POST _data/query.';

/**
 * The body of POST _data/query: one query or a list of them (spec 4.1).
 * @throws ApiError invalid_request, also for a member that a query does not have; `projectId` is let through
 */
export function readQueries(
  body: unknown,
): { readonly one: BridgeQuery } | { readonly list: readonly BridgeQuery[] } {
  if (!Array.isArray(body)) return { one: readQuery(body) };
  if (body.length > LIMITS.queriesPerRequest) {
    throw new ApiError('invalid_request', `A list may have ${LIMITS.queriesPerRequest} queries at most.`);
  }
  return { list: body.map((query, i) => readQuery(query, `/${i}`)) };
}

function readQuery(body: unknown, path = ''): BridgeQuery {
  return readQueryMembers(body, MEMBERS, path);
}

/**
 * One query as an object of members that a query has.
 * @throws ApiError invalid_request
 */
export function readQueryMembers(body: unknown, known: readonly string[], path = ''): BridgeQuery {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    const what = 'member of a query';
    refuseUnknownMembers(Object.keys(body), { what, known, ignored: IGNORED, meant: MEANT, path });
    return body;
  }
  throw new ApiError('invalid_request', 'A query must be a JSON object.');
}

/** The address of POST _data/query has no parameter: what stands there was meant for the body. */
export function refuseParameters(params: URLSearchParams): void {
  refuseUnknownMembers(params.keys(), {
    what: 'parameter of POST _data/query',
    known: [],
    ignored: IGNORED,
    meant: Object.fromEntries([...MEMBERS, 'dir'].map((name) => [name, 'it goes into the body.'])),
  });
}

/** GET _data: `entity`, `limit`, `orderBy` (`f` or `-f`), `dir` (`asc` or `desc`). */
export function readGetQuery(params: URLSearchParams): BridgeQuery {
  refuseUnknownMembers(params.keys(), {
    what: 'parameter of GET _data',
    known: PARAMETERS,
    ignored: IGNORED,
    meant: { ...MEANT, where: BY_POST, select: BY_POST, filter: `"where" is meant: ${BY_POST}` },
  });
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
  if (orderBy === null || orderBy === '') {
    if (dir) throw badQuery('dir', 'says nothing without orderBy; name the field to sort by.');
    return {};
  }
  if (!dir) return { orderBy };
  return { orderBy: { [orderBy.replace(/^-/, '')]: dir } };
}
