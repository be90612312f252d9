import type { IrModel } from '../ir.ts';
import type { RootParts } from './pothos-queries.ts';

/** `taskCreated` for each model that may be read (design 6). */
export function addSubscriptions(parts: RootParts, readable: readonly IrModel[]): void {
  if (readable.length > 0) parts.builder.subscriptionType({});
  for (const model of readable) addCreated(parts, model);
}

function addCreated({ builder, filters, names, objects, resolvers }: RootParts, model: IrModel): void {
  builder.subscriptionField(`${names.root(model).one}Created`, (t) =>
    t.field({
      type: objects.of(model.name),
      nullable: false,
      description: `Each row of ${model.name} that is added from now on, as server-sent events.`,
      args: { where: t.arg({ type: filters.where(model) }) },
      subscribe: (_, args, context, info) => resolvers.created(model, args, info, context),
      resolve: (event) => event.row(),
    }),
  );
}
