import type { JsonSchema, SchemaError } from './kind.ts';

/** Longest value that a hint writes out; a longer one makes way for an example. */
const LONGEST = 500;

/**
 * What to write where a value is wrong: the nearest to it that fits, so that following a hint loses least; the schema's
 * example where nothing of it fits.
 * @param given undefined where there is nothing yet
 */
export function nearestValue(
  schema: JsonSchema | undefined,
  { keyword, params }: Pick<SchemaError, 'keyword' | 'params'>,
  given: unknown,
): unknown {
  const near = nearTo(schema, keyword, params, given);
  if (near !== undefined && near !== '' && JSON.stringify(near).length <= LONGEST) return near;
  const [example] = (schema?.['examples'] ?? []) as readonly unknown[];
  return example ?? null;
}

function nearTo(
  schema: JsonSchema | undefined,
  keyword: string,
  params: SchemaError['params'],
  given: unknown,
): unknown {
  if (keyword === 'type') return asType(schema, String(params['type']), given);
  if (typeof given !== 'string') return undefined;
  if (keyword === 'maxLength') return [...given].slice(0, Number(params['limit'])).join('');
  if (keyword === 'pattern') {
    // The patterns of our schemas say which characters there may be, and nothing of their order.
    const allowed = new RegExp(String(schema?.['pattern']), 'u');
    return [...given].filter((character) => allowed.test(character)).join('');
  }
  return undefined;
}

function asType(schema: JsonSchema | undefined, type: string, given: unknown): unknown {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof given);
  switch (type) {
    case 'string':
      return isPlain ? String(given) : undefined;
    case 'number': {
      const number = typeof given === 'string' && given.trim() !== '' ? Number(given.replace(',', '.')) : NaN;
      return Number.isFinite(number) ? number : undefined;
    }
    case 'boolean':
      if (/^(?:true|yes|on|1)$/i.test(String(given))) return true;
      return /^(?:false|no|off|0)$/i.test(String(given)) ? false : undefined;
    case 'array': {
      const items = schema?.['items'] as JsonSchema | undefined;
      return isPlain && given !== '' && items?.['type'] === 'string' ? [String(given)] : undefined;
    }
    default:
      return undefined;
  }
}
