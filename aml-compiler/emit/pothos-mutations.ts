import type { IrModel } from '../ir.ts';
import type { AppArgs, AppRights } from './pothos-api.ts';
import type { RootParts } from './pothos-queries.ts';

export interface MutationParts extends RootParts {
  readonly rights: AppRights;
}

/** `createTask`, `updateTask` and `deleteTask`, where the rules allow them (design 6). */
export function addMutations(parts: MutationParts, models: readonly IrModel[]): void {
  if (models.length > 0) parts.builder.mutationType({});
  for (const model of models) {
    if (parts.rights.may(model, 'create')) addCreate(parts, model);
    if (parts.rights.may(model, 'update')) addUpdate(parts, model);
    if (parts.rights.may(model, 'delete')) addDelete(parts, model);
  }
}

function addCreate(parts: MutationParts, model: IrModel): void {
  const { builder, inputs, objects, resolvers } = parts;
  const data = inputs.create(model);
  const dataName = dataArgument(model);
  builder.mutationField(`create${model.name}`, (t) =>
    t.field({
      type: objects.of(model.name),
      nullable: false,
      args: data ? { [dataName]: t.arg({ type: data, required: true }) } : {},
      resolve: (_, args, context, info) => resolvers.create(model, split(model, args).data, info, context),
    }),
  );
}

function addUpdate({ builder, inputs, objects, resolvers }: MutationParts, model: IrModel): void {
  const changes = inputs.update(model);
  if (!changes) return;
  builder.mutationField(`update${model.name}`, (t) =>
    t.field({
      type: objects.of(model.name),
      nullable: false,
      args: {
        ...inputs.keyArgs(t.arg, model),
        [dataArgument(model)]: t.arg({ type: changes, required: true }),
      },
      resolve: (_, args, context, info) => {
        const { key, data } = split(model, args);
        return resolvers.update(model, key, data, info, context);
      },
    }),
  );
}

function addDelete({ builder, inputs, objects, resolvers }: MutationParts, model: IrModel): void {
  builder.mutationField(`delete${model.name}`, (t) =>
    t.field({
      type: objects.of(model.name),
      nullable: false,
      description: 'Answers with the row as it was.',
      args: inputs.keyArgs(t.arg, model),
      resolve: (_, args, context, info) => resolvers.delete(model, args, info, context),
    }),
  );
}

/** The argument that holds a row's values stands beside those of its key. */
function dataArgument(model: IrModel): string {
  return model.primaryKey.includes('data') ? 'values' : 'data';
}

function split(model: IrModel, args: AppArgs): { readonly data: AppArgs; readonly key: AppArgs } {
  const { [dataArgument(model)]: data, ...key } = args;
  return { data: (data ?? {}) as AppArgs, key };
}
