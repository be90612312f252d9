import type { AppRef } from './graphql-app.ts';
import { addApp } from './graphql-app.ts';
import { addMarketMutations } from './graphql-mutations.ts';
import { addModeration } from './graphql-moderation.ts';
import { addMarketQueries } from './graphql-queries.ts';
import type { Builder } from '../graphql/builder.ts';
import type { SharedTypes } from '../graphql/shared-types.ts';
import type { ViewerRef } from '../accounts/graphql.ts';

/** The GraphQL face of the market. Returns the type that drafts refer to. */
export function addMarket(builder: Builder, viewer: ViewerRef, shared: SharedTypes): AppRef {
  const types = addApp(builder, shared);
  const { app } = types;
  addMarketQueries(builder, viewer, types);
  addMarketMutations(builder, app, shared);
  addModeration(builder, viewer, app);
  return app;
}
