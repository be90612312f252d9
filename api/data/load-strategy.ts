import type { ModelInfo, Models } from './model-info.ts';
import { relatedModel } from './model-info.ts';
import type { RuntimeOperation } from './runtime-client.ts';
import type { Args } from './args.ts';

const READS: readonly RuntimeOperation[] = [
  'findFirst',
  'findMany',
  'findUnique',
  'create',
  'update',
  'delete',
];

/**
 * How related rows are fetched: joined in one statement, where the limit of a nested list is a LIMIT, except when a
 * related Decimal is asked for: joined rows travel as JSON numbers, which the client library reads as doubles.
 */
export function withLoadStrategy(
  models: Models,
  model: ModelInfo,
  operation: RuntimeOperation,
  args: Args,
): Args {
  if (!READS.includes(operation) || !selectsRelation(model, args)) return args;
  return { ...args, relationLoadStrategy: selectsDecimal(models, model, args, false) ? 'query' : 'join' };
}

function selectsRelation(model: ModelInfo, args: Args): boolean {
  return Object.keys(selectOf(args)).some(
    (name) => name === '_count' || model.fields.get(name)?.kind === 'relation',
  );
}

function selectsDecimal(models: Models, model: ModelInfo, args: Args, nested: boolean): boolean {
  return Object.entries(selectOf(args)).some(([name, value]) => {
    const field = model.fields.get(name);
    if (field?.kind === 'relation')
      return selectsDecimal(models, relatedModel(models, field), value as Args, true);
    return nested && field?.type === 'Decimal';
  });
}

function selectOf(args: Args): Args {
  return (args['select'] ?? {}) as Args;
}
