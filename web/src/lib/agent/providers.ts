import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';

/** A provider of the server's list and one of its models. */
export interface ModelChoice {
  readonly provider: string;
  readonly model: string;
}

export interface ProxyAccess {
  /** Absolute address of the LLM proxy, without a slash at the end: `https://…/api/llm`. */
  readonly proxyUrl: string;
  /** The session token at the moment of each request; the provider's key stays with the server (spec 4.6). */
  readonly token: () => string | null;
}

/** Version part of the path where it is not `v1`: base URLs do not hold it (design 9). */
const VERSION_PATH: Readonly<Record<string, string>> = { google: 'v1beta/openai' };

/** The chosen model, reached through our proxy. Anthropic speaks its own format, all others OpenAI's. */
export function createModel(
  { provider, model }: ModelChoice,
  { proxyUrl, token }: ProxyAccess,
): LanguageModel {
  const baseURL = `${proxyUrl}/${encodeURIComponent(provider)}/${VERSION_PATH[provider] ?? 'v1'}`;
  const bearer = (): Promise<string> => Promise.resolve(token() ?? '');
  if (provider === 'anthropic') return createAnthropic({ baseURL, authToken: bearer })(model);
  return createOpenAICompatible({ name: provider, baseURL, apiKey: bearer, includeUsage: true })(model);
}
