import pluralize from 'pluralize';
import type { Ir, IrModel } from '../ir.ts';

/** Root fields of one model in the generated GraphQL schema (design 6). */
export interface RootNames {
  /** `task` */
  readonly one: string;
  /** `tasks`; `taskList` where plural and singular meet. */
  readonly many: string;
}

export interface SchemaNames {
  readonly roots: ReadonlyMap<string, RootNames>;
  /** A name for a type that the schema adds: the wanted one, or the nearest that no model or enum has. */
  type(wanted: string): string;
}

/** Names all root fields at once, so that no two meet: `Task` and `Tasks` in one app get `task`, `taskList`, `tasks`. */
export function schemaNames(ir: Ir): SchemaNames {
  const declared = new Set([...ir.models, ...ir.enums].map((item) => item.name));
  const singular = new Map(ir.models.map((model) => [model.name, lowerFirst(model.name)]));
  const taken = new Set([
    ...singular.values(),
    ...ir.models.map((model) => `${lowerFirst(model.name)}Aggregate`),
    'node',
  ]);
  const roots = new Map(ir.models.map((model) => [model.name, rootNames(model, taken)]));
  return {
    roots,
    type(wanted) {
      let name = wanted;
      while (declared.has(name)) name += '_';
      return name;
    },
  };
}

export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function rootNames(model: IrModel, taken: Set<string>): RootNames {
  const one = lowerFirst(model.name);
  let many = pluralize(one);
  if (taken.has(many)) many = `${one}List`;
  while (taken.has(many)) many += '_';
  taken.add(many);
  return { one, many };
}
