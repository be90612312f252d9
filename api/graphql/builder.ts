import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import type { PrismaClient } from '../db/generated/client.ts';
import type PrismaTypes from '../db/generated/pothos.ts';
import { getDatamodel } from '../db/generated/pothos.ts';
import type { GraphqlContext } from './context.ts';
import { parseDateTime, parseJson } from './scalars.ts';

export interface SchemaTypes {
  PrismaTypes: PrismaTypes;
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  DefaultInputFieldRequiredness: true;
  Scalars: {
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
  };
}

export type Builder = ReturnType<typeof createBuilder>;

/** The builder of the platform's own schema; each domain adds its part to it in its `graphql.ts`. */
export function createBuilder(prisma: PrismaClient) {
  const builder = new SchemaBuilder<SchemaTypes>({
    plugins: [RelayPlugin, PrismaPlugin],
    defaultFieldNullability: false,
    defaultInputFieldRequiredness: true,
    prisma: {
      client: prisma,
      dmmf: getDatamodel(),
      exposeDescriptions: false,
      defaultConnectionSize: 20,
    },
    relay: { clientMutationId: 'omit', cursorType: 'String' },
  });
  builder.queryType({});
  builder.mutationType({});
  builder.subscriptionType({});
  builder.scalarType('DateTime', {
    description: 'ISO 8601 in UTC.',
    serialize: (value) => value.toISOString(),
    parseValue: parseDateTime,
  });
  builder.scalarType('JSON', {
    description: 'Any JSON value.',
    serialize: (value) => value,
    parseValue: parseJson,
  });
  return builder;
}
