import type { Logger } from 'pino';
import { readJson, readJsonObject } from '../http/body.ts';
import { failureAnswer, okAnswer, okJson, toApiError } from '../http/envelope.ts';
import type { PlainAnswer } from '../http/plain-answer.ts';
import { ApiError } from '../errors.ts';
import { graphqlFailure } from '../graphql/errors.ts';
import { LIMITS } from '../limits.ts';
import type { BridgeRoute, SpaceRef } from './contract.ts';
import type { Asker } from './asker.ts';
import { answerGraphql } from './graphql/answer.ts';
import { answerOpenApi } from './openapi.ts';
import { readInsert } from './insert-request.ts';
import { readGetQuery, readQueries, refuseParameters } from './query-request.ts';
import { insertRow, queryJson } from './rows.ts';
import { translateServerError } from './server-errors.ts';
import type { LiveSpace } from './space.ts';
import type { Spaces } from './spaces.ts';

type Answer = (
  space: LiveSpace,
  request: Request,
  from: Asker,
  log: Logger | undefined,
) => Promise<PlainAnswer>;

const ROUTES: Readonly<Record<BridgeRoute, Readonly<Record<string, Answer>>>> = {
  _data: { GET: answerGet, POST: answerInsert },
  '_data/query': { POST: answerQuery },
  '_data/openapi.json': { GET: answerOpenApi },
  _graphql: { GET: answerGraphql, POST: answerGraphql },
};

/** Answers one request of the bridge (spec 4.1). What is thrown becomes an envelope; nothing of it leaks. */
export async function answerBridge(
  { spaces, log }: { readonly spaces: Spaces; readonly log: Logger | undefined },
  ref: SpaceRef,
  route: BridgeRoute,
  request: Request,
  from: Asker,
): Promise<PlainAnswer> {
  try {
    const head = request.method === 'HEAD';
    const answer = ROUTES[route][head ? 'GET' : request.method];
    if (!answer) return refuseMethod(route, request);
    const space = await spaces.get(ref);
    const found = await space.use(() => answer(space, request, from, log));
    return head ? { ...found, body: null } : found;
  } catch (thrown) {
    const error = toApiError(translateServerError(thrown));
    if (error.code === 'internal')
      log?.error({ err: thrown, space: ref.id, route }, 'a request for data failed');
    return failureOf(route, error, request);
  }
}

/** A failure in the shape of its address: GraphQL's own under `_graphql`, else the envelope. */
export function failureOf(route: BridgeRoute, error: ApiError, request: Request): PlainAnswer {
  return route === '_graphql' ? graphqlFailure(error, request.headers.get('accept')) : failureAnswer(error);
}

async function answerInsert(space: LiveSpace, request: Request, { caller }: Asker): Promise<PlainAnswer> {
  const body = await readJsonObject(request, LIMITS.bridgeBodyBytes);
  const { model, values } = readInsert(space.models, new URL(request.url).searchParams, body);
  return okAnswer(
    await insertRow(space, caller, model, values).then(({ id, record }) => ({ id, record })),
    201,
  );
}

async function answerQuery(space: LiveSpace, request: Request, { caller }: Asker): Promise<PlainAnswer> {
  if (request.url.includes('?')) refuseParameters(new URL(request.url).searchParams);
  const queries = readQueries(await readJson(request, LIMITS.bridgeBodyBytes));
  if ('one' in queries) return okJson('records', await queryJson(space, caller, queries.one));
  const used = { used: 0 };
  const lists = await Promise.all(queries.list.map((query) => queryJson(space, caller, query, used)));
  return okJson('records', `[${lists.join(',')}]`);
}

async function answerGet(space: LiveSpace, request: Request, { caller }: Asker): Promise<PlainAnswer> {
  const query = readGetQuery(new URL(request.url).searchParams);
  return okJson('records', await queryJson(space, caller, query));
}

function refuseMethod(route: BridgeRoute, request: Request): PlainAnswer {
  const methods = Object.keys(ROUTES[route]).flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]));
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') return { status: 204, headers: { allow }, body: null };
  const error = new ApiError('method_not_allowed', `This address answers ${allow}.`);
  const refused = failureOf(route, error, request);
  return { ...refused, headers: { ...refused.headers, allow } };
}
