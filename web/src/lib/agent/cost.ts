import type { LanguageModelUsage } from 'ai';
import type { ModelPrice } from './providers.ts';

const MILLION = 1_000_000;
/** What it costs more to have tokens remembered for five minutes, as a share of the price of tokens in (Anthropic). */
const WRITING = 0.25;

/**
 * What one call of a model cost, in US dollars: what the provider itself says (OpenRouter does), else by the prices
 * that the operator has set. Null when neither is known; we guess nothing.
 */
export function costOf(usage: LanguageModelUsage, price: ModelPrice | null): number | null {
  const told = usage.raw?.['cost'];
  if (typeof told === 'number' && Number.isFinite(told) && told >= 0) return told;
  if (price === null || usage.inputTokens === undefined || usage.outputTokens === undefined) return null;
  const cached = usage.inputTokenDetails.cacheReadTokens ?? 0;
  const fresh = Math.max(0, usage.inputTokens - cached);
  const written = usage.inputTokenDetails.cacheWriteTokens ?? 0;
  const { input, output, cachedInput } = price;
  const tokensIn = (fresh + written * WRITING) * input + cached * (cachedInput ?? input);
  return (tokensIn + usage.outputTokens * output) / MILLION;
}
