import type { GraphQLSchema } from 'graphql';
import { addAccounts } from '../accounts/graphql.ts';
import { addConversations } from '../conversations/graphql.ts';
import { addOwnerData } from '../data/owner/graphql.ts';
import type { PrismaClient } from '../db/generated/client.ts';
import { addDrafts } from '../drafts/graphql.ts';
import { addLlm } from '../llm/graphql.ts';
import { addMarket } from '../market/graphql.ts';
import { addProjects } from '../projects/graphql.ts';
import { addProjectMarket } from '../projects/graphql-market.ts';
import { addSubmissions } from '../submissions/graphql.ts';
import { addWebhooks } from '../submissions/webhook/graphql.ts';
import { createBuilder } from './builder.ts';
import { addSharedTypes } from './shared-types.ts';

/** The platform's schema, put together from the domains; it prints to `api/schema.graphql`. */
export function createSchema(prisma: PrismaClient): GraphQLSchema {
  const builder = createBuilder(prisma);
  const shared = addSharedTypes(builder);
  const viewer = addAccounts(builder);
  const app = addMarket(builder, viewer, shared);
  addDrafts(builder, viewer, app, shared);
  addConversations(builder, viewer);
  const project = addProjects(builder, viewer);
  addProjectMarket(builder, project, app);
  addSubmissions(builder, project);
  addWebhooks(builder, project);
  addOwnerData(builder);
  addLlm(builder);
  return builder.toSchema();
}
