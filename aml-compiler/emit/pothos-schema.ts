import type { GraphQLSchema } from 'graphql';
import type { Ir } from '../ir.ts';
import type { AppPageLimits, AppResolvers, AppRights } from './pothos-api.ts';
import { createAppBuilder } from './pothos-builder.ts';
import { Filters } from './pothos-filters.ts';
import { Inputs, type RequiredOnCreate } from './pothos-inputs.ts';
import { addMutations } from './pothos-mutations.ts';
import { schemaNames } from './pothos-names.ts';
import { Objects } from './pothos-objects.ts';
import { addQueries } from './pothos-queries.ts';
import { addSubscriptions } from './pothos-subscriptions.ts';
import { addScalars } from './pothos-scalars.ts';
import type { SchemaParts } from './pothos-types.ts';
import { FieldTypes } from './pothos-types.ts';

export interface AppSchemaOptions {
  readonly ir: Ir;
  readonly resolvers: AppResolvers;
  readonly rights: AppRights;
  readonly limits: AppPageLimits;
  readonly requiredOnCreate: RequiredOnCreate;
}

/**
 * The GraphQL schema of an app (design 6): for each model a row by key, a connection, sums, and the mutations that
 * the rules allow. Null when nothing may be done at all.
 */
export function buildAppSchema(options: AppSchemaOptions): GraphQLSchema | null {
  const { ir, rights, resolvers, limits } = options;
  const builder = createAppBuilder();
  addScalars(builder);
  const parts: SchemaParts = { builder, ir, names: schemaNames(ir), types: new FieldTypes(builder, ir) };
  const filters = new Filters(parts, (model) => rights.may(model, 'read'));
  const inputs = new Inputs(parts, filters, rights, options.requiredOnCreate);
  const objects = new Objects(parts, inputs, resolvers, rights, limits);
  const readable = ir.models.filter((model) => rights.may(model, 'read'));
  const changeable = ir.models.filter((model) =>
    (['create', 'update', 'delete'] as const).some((operation) => rights.may(model, operation)),
  );
  if (readable.length === 0 && changeable.length === 0) return null;
  const roots = { ...parts, filters, inputs, objects, resolvers, limits };
  addQueries(roots, readable);
  addSubscriptions(roots, readable);
  addMutations({ ...roots, rights }, changeable);
  return builder.toSchema();
}
