import type { GraphQLResolveInfo } from 'graphql';
import { getNamedType } from 'graphql';
import type { ModelInfo } from '../model-info.ts';
import type { Row } from '../rows.ts';
import type { Args } from '../args.ts';
import { selectedFields } from './selected-fields.ts';

const PARTS = ['sum', 'avg', 'min', 'max'] as const;

/** The aggregates that a query selects, as the client library takes them; empty when it selects none. */
export function aggregateArgs(info: GraphQLResolveInfo, model: ModelInfo): Args {
  const typeName = getNamedType(info.returnType).name;
  const selected = selectedFields(info, typeName, info.fieldNodes);
  const args: Record<string, unknown> = {};
  if (selected.has('count')) args['_count'] = true;
  for (const part of PARTS) {
    const nodes = selected.get(part);
    if (!nodes) continue;
    const names = [...selectedFields(info, `${model.ir.name}${part}`, nodes).keys()].filter((name) =>
      model.fields.has(name),
    );
    if (names.length > 0) args[`_${part}`] = Object.fromEntries(names.map((name) => [name, true]));
  }
  return args;
}

export function aggregateResult(result: Row): Row {
  return Object.fromEntries(['count', ...PARTS].map((name) => [name, result[`_${name}`]]));
}
