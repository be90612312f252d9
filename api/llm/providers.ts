import { z } from 'zod';
import { ConfigError } from '../config-error.ts';
import { readToldFacts, type ToldFacts } from './model-facts.ts';
import { PROVIDERS, type ProviderEntry } from './provider-table.ts';

/** A provider that can be used: its key or address is configured. */
export interface Provider extends ProviderEntry {
  /** Address without a trailing slash. */
  readonly baseUrl: string;
  readonly secret: string | null;
  /** Whether requests for models that are not in `models` are refused. */
  readonly onlyListedModels: boolean;
  /** What the operator says of its models. */
  readonly told?: ToldFacts;
}

export interface LlmConfig {
  readonly providers: readonly Provider[];
  /** Speed of the demo: 1 natural, 0 without waiting. */
  readonly demoPace: number;
  /** Tokens that one person may use in a day (UTC), over all providers but the demo; null: the default. */
  readonly dailyTokens: number | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What the name of a model is made of. */
export const MODEL = /^[\w./:@-]{1,120}$/;
// Visible ASCII: anything else cannot stand in a header. Short text would be found in ordinary answers and blotted out.
const SECRET = /^[\x21-\x7e]{8,512}$/;

/**
 * Reads the providers from the environment (design 9 and 13): `{PROVIDER}_API_KEY`, `LLM_{PROVIDER}_BASE_URL`,
 * `LLM_{PROVIDER}_MODELS` (comma-separated; then only these may be asked), what model-facts.ts reads, `LLM_DEMO_PACE`,
 * `LLM_DAILY_TOKENS`.
 * @throws ConfigError naming every mistake
 */
export function readProviders(environment: Environment): LlmConfig {
  const problems: string[] = [];
  const providers = PROVIDERS.flatMap((entry) => configure(entry, environment, problems) ?? []);
  const demoPace = number(environment, 'LLM_DEMO_PACE', z.coerce.number().min(0).max(100), problems) ?? 1;
  const dailyTokens = number(environment, 'LLM_DAILY_TOKENS', z.coerce.number().int().min(0), problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return { providers, demoPace, dailyTokens };
}

function configure(entry: ProviderEntry, environment: Environment, problems: string[]): Provider | null {
  const prefix = entry.id.toUpperCase();
  const secret = environment[`${prefix}_API_KEY`]?.trim() || null;
  const given = environment[`LLM_${prefix}_BASE_URL`]?.trim() || null;
  const models =
    environment[`LLM_${prefix}_MODELS`]
      ?.split(',')
      .map((model) => model.trim())
      .filter(Boolean) ?? [];
  if (given !== null && !isBaseUrl(given)) {
    problems.push(`LLM_${prefix}_BASE_URL must be an http or https address without user, query or fragment`);
    return null;
  }
  if (secret !== null && !SECRET.test(secret)) {
    problems.push(`${prefix}_API_KEY must have 8 to 512 visible ASCII characters`);
    return null;
  }
  if (!models.every((model) => MODEL.test(model))) {
    problems.push(`LLM_${prefix}_MODELS must be model names separated by commas`);
    return null;
  }
  const told = readToldFacts(prefix, environment, problems);
  const baseUrl = given ?? entry.baseUrl;
  if (baseUrl === null || (entry.key !== null && secret === null)) return null;
  return {
    ...entry,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    secret: entry.key === null ? null : secret,
    models: models.length > 0 ? models : entry.models,
    onlyListedModels: models.length > 0,
    told,
  };
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return (url.protocol === 'https:' || url.protocol === 'http:') && plain;
}

function number(
  environment: Environment,
  name: string,
  shape: z.ZodType<number>,
  problems: string[],
): number | null {
  const text = environment[name]?.trim();
  if (!text) return null;
  const parsed = shape.safeParse(text);
  if (parsed.success) return parsed.data;
  problems.push(`${name} must be a number that is not negative`);
  return null;
}
