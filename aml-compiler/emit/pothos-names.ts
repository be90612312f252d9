import pluralize from 'pluralize';
import { GENERATED_SUFFIXES } from '../check/reserved-names.ts';
import type { Ir, IrModel } from '../ir.ts';

/** Root fields of one model in the generated GraphQL schema (design 6). */
export interface RootNames {
  /** `task` */
  readonly one: string;
  /** `tasks`; `taskList` where plural and singular meet. */
  readonly many: string;
  /** `taskAggregate` */
  readonly aggregate: string;
  /** `taskGroupBy` */
  readonly groupBy: string;
}

export interface SchemaNames {
  root(model: IrModel): RootNames;
  /**
   * A name for a type that the schema adds: the wanted one, or the nearest that nothing else has. The same `owner`
   * always gets the same name.
   */
  type(wanted: string, owner?: string): string;
}

/** Names all root fields at once, so that no two meet: `Task` and `Tasks` in one app get `task`, `taskList`, `tasks`. */
export function schemaNames(ir: Ir): SchemaNames {
  const fixed = ir.models.flatMap((model) => GENERATED_SUFFIXES.map((suffix) => model.name + suffix));
  const types = new Set([...[...ir.models, ...ir.enums].map((item) => item.name), ...fixed]);
  const owners = new Map<string, string>();
  const taken = new Set([
    ...ir.models.flatMap((model) => [lowerFirst(model.name), `${lowerFirst(model.name)}Aggregate`]),
    'node',
  ]);
  const roots = new Map(ir.models.map((model) => [model.name, rootNames(model, taken)]));
  return {
    root(model) {
      const found = roots.get(model.name);
      if (!found) throw new Error(`The IR has no model ${model.name}.`);
      return found;
    },
    type(wanted, owner = wanted) {
      const known = owners.get(owner);
      if (known !== undefined) return known;
      let name = wanted;
      while (types.has(name)) name += '_';
      types.add(name);
      owners.set(owner, name);
      return name;
    },
  };
}

export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function rootNames(model: IrModel, taken: Set<string>): RootNames {
  const one = lowerFirst(model.name);
  const plural = pluralize(one);
  const many = claim(taken.has(plural) ? `${one}List` : plural, taken);
  return { one, many, aggregate: `${one}Aggregate`, groupBy: claim(`${one}GroupBy`, taken) };
}

function claim(wanted: string, taken: Set<string>): string {
  let name = wanted;
  while (taken.has(name)) name += '_';
  taken.add(name);
  return name;
}
