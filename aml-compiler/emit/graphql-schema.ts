import type { GraphQLSchema } from 'graphql';
import { isRequiredFromClient } from '../client-settable.ts';
import type { Ir } from '../ir.ts';
import type { EmitOptions } from './emitter.ts';
import type { AppResolvers } from './pothos-api.ts';
import { buildAppSchema } from './pothos-schema.ts';

/** Sizes of pages that the descriptions name: those of the platform (design 12). */
export const PAGE_LIMITS = { defaultFirst: 20, maxFirst: 100, defaultGroups: 100, maxGroups: 1_000 } as const;

/** Types are read here, nothing is asked of them. */
const NO_ROWS = new Proxy({} as AppResolvers, {
  get: () => () => {
    throw new Error('This schema is for printing; it has no rows.');
  },
});

/**
 * The GraphQL schema of an app whose tables are new, as the platform serves it; null when this caller may do nothing.
 */
export function graphqlSchema(ir: Ir, { caller }: EmitOptions): GraphQLSchema | null {
  return buildAppSchema({
    ir,
    resolvers: NO_ROWS,
    rights: { may: (model, operation) => caller === 'owner' || model.rules[operation] === 'anyone' },
    limits: PAGE_LIMITS,
    requiredOnCreate: (_, field) => isRequiredFromClient(field),
  });
}
