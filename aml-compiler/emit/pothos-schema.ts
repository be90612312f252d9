import type { GraphQLSchema } from 'graphql';
import type { Ir, IrModel, IrValueField } from '../ir.ts';
import { addAggregate } from './pothos-aggregate.ts';
import type { AppArgs, AppPageLimits, AppResolvers, AppRights } from './pothos-api.ts';
import type { AppRow } from './pothos-builder.ts';
import { createAppBuilder } from './pothos-builder.ts';
import { Filters } from './pothos-filters.ts';
import { Inputs } from './pothos-inputs.ts';
import { schemaNames } from './pothos-names.ts';
import { Objects, asNode } from './pothos-objects.ts';
import { addScalars } from './pothos-scalars.ts';
import type { SchemaParts } from './pothos-types.ts';
import { FieldTypes } from './pothos-types.ts';

export interface AppSchemaOptions {
  readonly ir: Ir;
  readonly resolvers: AppResolvers;
  readonly rights: AppRights;
  readonly limits: AppPageLimits;
  /** Whether a new row has to give this field; stricter than the IR where old rows lack it (design 5). */
  requiredOnCreate(model: IrModel, field: IrValueField): boolean;
}

/**
 * The GraphQL schema of an app (design 6): for each model a row by key, a connection, an aggregate, and the
 * mutations that the rules allow. Null when nothing may be done at all.
 */
export function buildAppSchema(options: AppSchemaOptions): GraphQLSchema | null {
  const { ir, rights, resolvers, limits } = options;
  const builder = createAppBuilder();
  addScalars(builder);
  const parts: SchemaParts = { builder, ir, names: schemaNames(ir), types: new FieldTypes(builder, ir) };
  const filters = new Filters(parts, (model) => rights.may(model, 'read'));
  const inputs = new Inputs(parts, filters);
  const objects = new Objects(parts, inputs, resolvers, rights, limits);
  const readable = ir.models.filter((model) => rights.may(model, 'read'));
  const changeable = ir.models.filter((model) =>
    ['create', 'update', 'delete'].some((op) => rights.may(model, op as 'create')),
  );
  if (readable.length === 0 && changeable.length === 0) return null;

  builder.queryType({});
  addNode();
  readable.forEach(addQueries);
  if (changeable.length > 0) builder.mutationType({});
  changeable.forEach(addMutations);
  return builder.toSchema();

  function addNode(): void {
    builder.queryField('node', (t) =>
      t.field({
        type: objects.node,
        nullable: true,
        description: 'The row with this global id, null when there is none.',
        args: { id: t.arg.id({ required: true }) },
        resolve: async (_, args, context, info) => {
          const found = await resolvers.node(String(args.id), info, context);
          return found ? asNode(found.model, found.row) : null;
        },
      }),
    );
  }

  function addQueries(model: IrModel): void {
    const names = parts.names.roots.get(model.name);
    if (!names) throw new Error(`${model.name} has no root names.`);
    builder.queryFields((t) => ({
      [names.one]: t.field({
        type: objects.of(model.name),
        nullable: true,
        args: inputs.keyArgs(t.arg, model),
        resolve: (_, args, context, info) => resolvers.one(model, args, info, context),
      }),
      [names.many]: t.field({
        type: objects.connection(model),
        nullable: false,
        description: objects.pageDescription(model),
        args: inputs.pageArgs(t.arg, model),
        resolve: (_, args, context, info) => resolvers.page(model, args, info, context),
      }),
      [`${names.one}Aggregate`]: t.field({
        type: addAggregate(parts, model),
        nullable: false,
        args: { where: t.arg({ type: filters.where(model) }) },
        resolve: (_, args, context, info) => resolvers.aggregate(model, args, info, context),
      }),
    }));
  }

  function addMutations(model: IrModel): void {
    const type = objects.of(model.name);
    const dataName = model.primaryKey.includes('data') ? 'values' : 'data';
    const split = (args: AppArgs): { data: AppArgs; key: AppArgs } => {
      const { [dataName]: data, ...key } = args;
      return { data: (data ?? {}) as AppRow, key };
    };
    if (rights.may(model, 'create')) {
      const data = inputs.create(model, (field) => options.requiredOnCreate(model, field));
      builder.mutationField(`create${model.name}`, (t) =>
        t.field({
          type,
          nullable: false,
          args: data ? { [dataName]: t.arg({ type: data, required: true }) } : {},
          resolve: (_, args, context, info) => resolvers.create(model, split(args).data, info, context),
        }),
      );
    }
    const changes = rights.may(model, 'update') ? inputs.update(model) : null;
    if (changes) {
      builder.mutationField(`update${model.name}`, (t) =>
        t.field({
          type,
          nullable: false,
          args: { ...inputs.keyArgs(t.arg, model), [dataName]: t.arg({ type: changes, required: true }) },
          resolve: (_, args, context, info) => {
            const { key, data } = split(args);
            return resolvers.update(model, key, data, info, context);
          },
        }),
      );
    }
    if (rights.may(model, 'delete')) {
      builder.mutationField(`delete${model.name}`, (t) =>
        t.field({
          type,
          nullable: false,
          description: 'Answers with the row as it was.',
          args: inputs.keyArgs(t.arg, model),
          resolve: (_, args, context, info) => resolvers.delete(model, args, info, context),
        }),
      );
    }
  }
}
