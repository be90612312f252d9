import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { wrapLanguageModel, type LanguageModel } from 'ai';
import { calmFetch } from './calm-fetch.ts';
import { patience, type ModelWait } from './patience.ts';

/** US dollars for a million tokens, as the operator has set them. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** For tokens in that the provider had kept from before; null: as `input`. */
  readonly cachedInput: number | null;
}

/** What the server knows of a model. */
export interface ModelFacts {
  /** False: it is not known to see images. */
  readonly vision: boolean;
  /** Tokens that question and answer may have together; null: not known. */
  readonly contextTokens: number | null;
  readonly price: ModelPrice | null;
}

/** A provider of the server's list and one of its models. */
export interface ModelChoice {
  readonly provider: string;
  readonly model: string;
  readonly facts?: ModelFacts;
}

export interface ProxyAccess {
  /** Absolute address of the LLM proxy, without a slash at the end: `https://…/api/llm`. */
  readonly proxyUrl: string;
  /** The session token at the moment of each request; the provider's key stays with the server (spec 4.6). */
  readonly token: () => string | null;
  /** Told when a request waits to be sent again, and null when it no longer does. */
  readonly onWait?: (wait: ModelWait | null) => void;
}

/**
 * The longest answer asked for, in tokens. Anthropic wants it said; its package takes 4,096 for models it does not know,
 * less than one file, and lowers this for those that can do less.
 */
export function longestAnswer({ provider }: ModelChoice): number | undefined {
  return provider === 'anthropic' ? 32_000 : undefined;
}

/** Version part of the path where it is not `v1`: base URLs do not hold it (design 9). */
const VERSION_PATH: Readonly<Record<string, string>> = { google: 'v1beta/openai' };

/** The chosen model, reached through our proxy. Anthropic speaks its own format, all others OpenAI's. */
export function createModel(
  { provider, model }: ModelChoice,
  { proxyUrl, token, onWait = () => undefined }: ProxyAccess,
): LanguageModel {
  const baseURL = `${proxyUrl}/${encodeURIComponent(provider)}/${VERSION_PATH[provider] ?? 'v1'}`;
  const bearer = (): Promise<string> => Promise.resolve(token() ?? '');
  const chosen =
    provider === 'anthropic'
      ? createAnthropic({ baseURL, authToken: bearer, fetch: calmFetch })(model)
      : openAi(provider, baseURL, bearer)(model);
  return wrapLanguageModel({ model: chosen, middleware: patience(onWait) });
}

function openAi(provider: string, baseURL: string, bearer: () => Promise<string>) {
  return createOpenAICompatible({
    name: provider,
    baseURL,
    apiKey: bearer,
    fetch: calmFetch,
    includeUsage: true,
    // OpenRouter tells what a call cost when asked; others might refuse a member they do not know.
    ...(provider === 'openrouter' && {
      transformRequestBody: (body: Record<string, unknown>) => ({ ...body, usage: { include: true } }),
    }),
  });
}
