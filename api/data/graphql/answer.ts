import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { buildAppSchema } from '@platform/aml-compiler/emit/pothos-schema.ts';
import { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Logger } from 'pino';
import { ApiError } from '../../errors.ts';
import { answerJson, useFoundResult, type WithFound } from '../../graphql/answer-json.ts';
import { createMask } from '../../graphql/errors.ts';
import { useErrorStatus } from '../../graphql/use-error-status.ts';
import { useDocumentLimits } from '../../graphql/use-document-limits.ts';
import { useJsonOnly } from '../../graphql/use-json-only.ts';
import { readBytes } from '../../http/body.ts';
import { LIMITS } from '../../limits.ts';
import type { Asker } from '../asker.ts';
import type { Caller } from '../contract.ts';
import { newBudget } from '../query-budget.ts';
import { hasRight } from '../rights.ts';
import { findModel } from '../model-info.ts';
import type { LiveSpace } from '../space.ts';
import type { AppContext } from './context.ts';
import { createListLoader } from './list-loader.ts';
import { createAppResolvers } from './resolvers.ts';

type From = Omit<Asker, 'caller'>;
type Endpoint = (request: Request, from: From) => Promise<Response>;

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
): Promise<Response> {
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
    context: ({ request, address, spendRows }) => ({
      caller,
      address,
      spendRows,
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
    const byYoga = async (found: WithFound = {}): Promise<Response> =>
      plainAnswer(await yoga.fetch(request.url, plainRequest(request, body), { ...from, ...found }));
    const quick = body === null ? null : await answerJson(yoga, { request, body }, from, byYoga);
    return quick ?? byYoga();
  };
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
async function plainAnswer(response: Response): Promise<Response> {
  const { status, headers } = response;
  const plain = { status, headers: Object.fromEntries(headers) };
  if (headers.get('content-type')?.includes('json')) return new Response(await response.text(), plain);
  return response.body ? new Response(ownStream(response.body), plain) : response;
}

/**
 * The stream as one of the runtime's own. Yoga's is only alike: whoever wraps its answer in another (the main origin
 * does, for its headers) gets one that is closed once more after its reader left, in a microtask that nobody can
 * catch, and the process ends.
 */
function ownStream(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
