import type { IrModel } from '../ir.ts';
import { Aggregates } from './pothos-aggregate.ts';
import type { AppResolvers, AppPageLimits } from './pothos-api.ts';
import type { Filters } from './pothos-filters.ts';
import type { Inputs } from './pothos-inputs.ts';
import type { Objects } from './pothos-objects.ts';
import { asNode } from './pothos-objects.ts';
import type { SchemaParts } from './pothos-types.ts';

/** What the root fields of a schema are made with. */
export interface RootParts extends SchemaParts {
  readonly filters: Filters;
  readonly inputs: Inputs;
  readonly objects: Objects;
  readonly resolvers: AppResolvers;
  readonly limits: AppPageLimits;
}

/** `node`, and for each model a row by key, a connection, an aggregate and groups (design 6). */
export function addQueries(parts: RootParts, readable: readonly IrModel[]): void {
  parts.builder.queryType({});
  addNode(parts);
  const aggregates = new Aggregates(parts);
  for (const model of readable) {
    addRows(parts, model);
    addSums(parts, model, aggregates);
  }
}

function addNode({ builder, objects, resolvers }: RootParts): void {
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

function addRows({ builder, inputs, names, objects, resolvers }: RootParts, model: IrModel): void {
  const { one, many } = names.root(model);
  builder.queryFields((t) => ({
    [one]: t.field({
      type: objects.of(model.name),
      nullable: true,
      args: inputs.keyArgs(t.arg, model),
      resolve: (_, args, context, info) => resolvers.one(model, args, info, context),
    }),
    [many]: t.field({
      type: objects.connection(model),
      nullable: false,
      description: objects.pageDescription(model),
      args: inputs.pageArgs(t.arg, model),
      resolve: (_, args, context, info) => resolvers.page(model, args, info, context),
    }),
  }));
}

function addSums(
  { builder, filters, limits, names, resolvers }: RootParts,
  model: IrModel,
  aggregates: Aggregates,
): void {
  const { aggregate, groupBy } = names.root(model);
  builder.queryField(aggregate, (t) =>
    t.field({
      type: aggregates.aggregate(model),
      nullable: false,
      args: { where: t.arg({ type: filters.where(model) }) },
      resolve: (_, args, context, info) => resolvers.aggregate(model, args, info, context),
    }),
  );
  const fields = aggregates.groupFields(model);
  if (!fields) return;
  builder.queryField(groupBy, (t) =>
    t.field({
      type: [aggregates.group(model)],
      nullable: { list: false, items: false },
      description:
        `Rows of ${model.name} in groups, the largest group first; ` +
        `${limits.defaultGroups} groups unless \`first\` says otherwise, ${limits.maxGroups} at most.`,
      args: {
        by: t.arg({ type: [fields], required: { list: true, items: true } }),
        where: t.arg({ type: filters.where(model) }),
        first: t.arg.int(),
      },
      resolve: async (_, args, context, info) => [...(await resolvers.groupBy(model, args, info, context))],
    }),
  );
}
