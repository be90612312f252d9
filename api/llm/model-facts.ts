import type { Provider } from './providers.ts';

/** US dollars for a million tokens. Only operators set them; we ship none. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** For tokens that the provider had kept from before; null: as `input`. */
  readonly cachedInput: number | null;
}

/** What is known of a model beside its name. */
export interface ModelFacts {
  readonly model: string;
  /** It sees pictures; false also where nobody knows. */
  readonly vision: boolean;
  /** Tokens that question and answer may have together; null where nobody knows. */
  readonly contextTokens: number | null;
  readonly price: ModelPrice | null;
}

/** What an operator says of the models of one provider; it goes before what we know. */
export interface ToldFacts {
  /** Models that see pictures; null: nothing is said. */
  readonly vision: readonly string[] | null;
  readonly contextTokens: ReadonlyMap<string, number>;
  readonly prices: ReadonlyMap<string, ModelPrice>;
}

/** What the makers' documentation says of families of models: vision and window. The first that matches counts. */
const KNOWN: readonly (readonly [RegExp, boolean, number])[] = [
  [/^claude-/, true, 200_000],
  [/^gpt-oss/, false, 131_072],
  [/^gpt-5/, true, 400_000],
  [/^gpt-4\.1/, true, 1_000_000],
  [/^gpt-4o/, true, 128_000],
  [/^o[34]/, true, 200_000],
  [/^gemini-/, true, 1_000_000],
  [/^mistral-medium/, true, 128_000],
  [/^(mistral-large|codestral)/, false, 128_000],
  [/^llama-?3\.[123]/, false, 131_072],
  [/^deepseek-/, false, 128_000],
  [/^grok-4/, true, 256_000],
  [/^grok-code/, false, 256_000],
];

/** The facts of every model that a provider offers, in the order of its models. */
export function factsOf({
  models,
  told,
}: Pick<Provider, 'models'> & { readonly told?: ToldFacts }): readonly ModelFacts[] {
  return models.map((model) => {
    // Routers put the maker before the name.
    const name = model.slice(model.lastIndexOf('/') + 1);
    const [, vision, contextTokens] = KNOWN.find(([family]) => family.test(name)) ?? [null, false, null];
    return {
      model,
      vision: told?.vision?.includes(model) ?? vision,
      contextTokens: told?.contextTokens.get(model) ?? contextTokens,
      price: told?.prices.get(model) ?? null,
    };
  });
}

const WINDOW = /^[1-9]\d{2,8}$/;
const PRICE = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?$/;

/**
 * Reads what an operator says of one provider's models: `LLM_{PROVIDER}_VISION` (names), `LLM_{PROVIDER}_CONTEXT`
 * (`name=tokens`), `LLM_{PROVIDER}_PRICES` (`name=in/out` or `name=in/out/cached`, US dollars a million tokens), each
 * with commas between. Mistakes go to `problems`.
 */
export function readToldFacts(
  prefix: string,
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): ToldFacts {
  const vision = environment[`LLM_${prefix}_VISION`];
  return {
    vision: vision === undefined || vision.trim() === '' ? null : entries(vision),
    contextTokens: pairs(environment, `LLM_${prefix}_CONTEXT`, problems, 'model=tokens', (text) =>
      WINDOW.test(text) ? Number(text) : null,
    ),
    prices: pairs(
      environment,
      `LLM_${prefix}_PRICES`,
      problems,
      'model=in/out or model=in/out/cached',
      price,
    ),
  };
}

function price(text: string): ModelPrice | null {
  const [, input, output, cached] = PRICE.exec(text) ?? [];
  if (input === undefined || output === undefined) return null;
  const cachedInput = cached === undefined ? null : Number(cached);
  return { input: Number(input), output: Number(output), cachedInput };
}

function pairs<Value>(
  environment: Readonly<Record<string, string | undefined>>,
  variable: string,
  problems: string[],
  shape: string,
  read: (text: string) => Value | null,
): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  for (const entry of entries(environment[variable] ?? '')) {
    const at = entry.lastIndexOf('=');
    const value = at < 1 ? null : read(entry.slice(at + 1).trim());
    if (value === null) {
      problems.push(`${variable} must be ${shape}, with commas between`);
      break;
    }
    found.set(entry.slice(0, at).trim(), value);
  }
  return found;
}

function entries(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}
