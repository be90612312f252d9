import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { buildAppSchema } from '@platform/aml-compiler/emit/pothos-schema.ts';
import { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Logger } from 'pino';
import { ApiError } from '../../errors.ts';
import { answerJson, useFoundResult, type WithFound } from '../../graphql/answer-json.ts';
import { createMask, graphqlFailure } from '../../graphql/errors.ts';
import { useErrorStatus } from '../../graphql/use-error-status.ts';
import { useDocumentLimits } from '../../graphql/use-document-limits.ts';
import { useJsonOnly } from '../../graphql/use-json-only.ts';
import { readBytes } from '../../http/body.ts';
import { ownStream } from '../../http/own-stream.ts';
import type { PlainAnswer } from '../../http/plain-answer.ts';
import { LIMITS } from '../../limits.ts';
import type { Asker, Caller, From } from '../asker.ts';
import { newBudget } from '../query-budget.ts';
import { hasRight } from '../rights.ts';
import { findModel } from '../model-info.ts';
import type { LiveSpace } from '../space.ts';
import type { AppContext } from './context.ts';
import { createListLoader } from './list-loader.ts';
import { createAppResolvers } from './resolvers.ts';

type Endpoint = (request: Request, from: From) => Promise<PlainAnswer>;

type ServerContext = WithFound & From;

const ENDPOINTS: Readonly<Record<Caller, symbol>> = {
  anyone: Symbol('GraphQL for anyone'),
  owner: Symbol('GraphQL for the owner'),
};

/**
 * Answers a request of an app's GraphQL endpoint (design 6).
 * @throws ApiError not_found when the app's data model allows this caller nothing
 */
export function answerGraphql(
  space: LiveSpace,
  request: Request,
  { caller, ...from }: Asker,
  log: Logger | undefined,
): Promise<PlainAnswer> {
  return space.remember(ENDPOINTS[caller], () => createEndpoint(space, caller, log))(request, from);
}

const PAGE_LIMITS = {
  defaultFirst: LIMITS.graphqlDefaultPage,
  maxFirst: LIMITS.graphqlPage,
  defaultGroups: LIMITS.graphqlDefaultGroups,
  maxGroups: LIMITS.graphqlGroups,
};

/** The schema of a space as a caller sees it; null when there is nothing in it. */
export function appSchema(space: LiveSpace, caller: Caller): GraphQLSchema | null {
  return buildAppSchema({
    ir: space.served,
    resolvers: createAppResolvers(space),
    rights: { may: (model, operation) => hasRight(findModel(space.models, model.name), operation, caller) },
    limits: PAGE_LIMITS,
    requiredOnCreate: (model, field) => findModel(space.models, model.name).requiredOnCreate.has(field.name),
  });
}

function createEndpoint(space: LiveSpace, caller: Caller, log: Logger | undefined): Endpoint {
  const schema = appSchema(space, caller);
  if (!schema) {
    const whose = caller === 'owner' ? '' : ' that its visitors may use';
    throw new ApiError('not_found', `This app has no data model${whose}.`);
  }
  const yoga = createYoga<ServerContext, AppContext>({
    schema,
    // The path is the publish origin's affair; whatever comes here is this app's.
    graphqlEndpoint: '*',
    cors: false,
    landingPage: false,
    // Its page would load scripts of a third party.
    graphiql: false,
    maskedErrors: { maskError: createMask(log) },
    multipart: false,
    // Limited where it is read, below; a second limit would read it as a stream.
    maxRequestBodySize: false,
    logging: false,
    context: ({ request, address, spendRows, whenSessionEnds }) => ({
      ...{ caller, address, spendRows, whenSessionEnds },
      events: (request.headers.get('accept') ?? '').includes('text/event-stream'),
      budget: newBudget(),
      lists: createListLoader(space),
    }),
    plugins: [
      useJsonOnly(),
      useErrorStatus(),
      useDocumentLimits(),
      useFoundResult(),
      EnvelopArmorPlugin({
        maxDepth: { n: 14 },
        maxAliases: { n: 30 },
        maxDirectives: { n: 50 },
        maxTokens: { n: 2_000 },
        // It counts literals only, so the same query would pass with variables. `spendRows` counts the rows of both.
        costLimit: { enabled: false },
        blockFieldSuggestion: { enabled: false },
      }),
    ],
  });
  return async (request, from) => {
    const body = await readBody(request);
    const byYoga = async (found: WithFound = {}): Promise<PlainAnswer> =>
      helpful(
        await plainAnswer(await yoga.fetch(request.url, plainRequest(request, body), { ...from, ...found })),
        request,
      );
    const quick = body === null ? null : await answerJson(yoga, { request, body }, from, byYoga);
    return quick ?? byYoga();
  };
}

/** A client that reads none of our media types is told which there are, where the library says nothing. */
function helpful(answer: PlainAnswer, request: Request): PlainAnswer {
  if (answer.status !== 406) return answer;
  const message =
    'This address is a GraphQL API: it answers with application/graphql-response+json, application/json or text/event-stream. ' +
    'Send the query as JSON by POST, or as ?query= in the address.';
  return graphqlFailure(
    new ApiError('invalid_request', message, { status: 406 }),
    request.headers.get('accept'),
  );
}

async function readBody(request: Request): Promise<string | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  return (await readBytes(request, LIMITS.bridgeBodyBytes)).toString();
}

/** The request with its body read; what may stay open for long also carries the signal that its client went away. */
function plainRequest(request: Request, body: string | null): RequestInit {
  const { method, headers } = request;
  const streams = headers.get('accept')?.includes('text/event-stream') ?? false;
  return {
    method,
    headers,
    ...(streams ? { signal: request.signal } : {}),
    ...(body === null ? {} : { body }),
  };
}

/** The same answer without a stream, unless it is one. */
async function plainAnswer(response: Response): Promise<PlainAnswer> {
  const plain = { status: response.status, headers: Object.fromEntries(response.headers) };
  if (plain.headers['content-type']?.includes('json')) return { ...plain, body: await response.text() };
  return { ...plain, body: response.body && ownStream(response.body) };
}
