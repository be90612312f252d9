import type { Args } from './args.ts';
import type { ModelInfo } from './model-info.ts';

/**
 * Values and keys for the client library. A record that was read has BigInts as text (design 6), which the library
 * refuses; dates and decimals it takes as text.
 */
export function typedValues(model: ModelInfo, values: Args): Args {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, unknown] => {
      if (model.primaryKey.length > 1 && name === model.ir.primaryKey.join('_'))
        return [name, typedValues(model, value as Args)];
      const field = model.fields.get(name);
      if (field?.kind !== 'scalar' || field.type !== 'BigInt') return [name, value];
      return [name, Array.isArray(value) ? value.map(asBigInt) : asBigInt(value)];
    }),
  );
}

function asBigInt(value: unknown): unknown {
  return typeof value === 'string' ? BigInt(value) : value;
}
