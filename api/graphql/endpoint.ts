import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { createYoga, type YogaServerInstance } from 'graphql-yoga';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { GraphqlContext } from './context.ts';
import { createMask } from './errors.ts';
import { useDocumentLimits } from './use-document-limits.ts';
import { useJsonOnly } from './use-json-only.ts';
import { useErrorStatus } from './use-error-status.ts';

export type GraphqlEndpoint = YogaServerInstance<GraphqlContext, object>;

/**
 * The platform's GraphQL endpoint. What Yoga leaves open is closed here (design 2): no CORS, JSON bodies only,
 * limits on depth, aliases, tokens and document length, no suggestions of hidden names.
 */
export function createGraphqlEndpoint(schema: GraphQLSchema, log: Logger): GraphqlEndpoint {
  return createYoga<GraphqlContext>({
    schema,
    graphqlEndpoint: '/graphql',
    cors: false,
    landingPage: false,
    // Its page would load scripts of a third party into the origin that holds the sessions.
    graphiql: false,
    maskedErrors: { maskError: createMask(log) },
    multipart: false,
    logging: false,
    plugins: [
      useJsonOnly(),
      useErrorStatus(),
      useDocumentLimits(),
      EnvelopArmorPlugin({
        maxDepth: { n: 12 },
        maxAliases: { n: 30 },
        maxDirectives: { n: 50 },
        maxTokens: { n: 2_000 },
        costLimit: { maxCost: 5_000, depthCostFactor: 1.2 },
        blockFieldSuggestion: { enabled: true },
      }),
    ],
  });
}
