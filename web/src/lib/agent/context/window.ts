import { APICallError } from 'ai';
import type { ModelFacts } from '../providers.ts';

/** Tokens that a model is taken to have where nobody says. */
const UNKNOWN_WINDOW = 128_000;
/** Share of the window from which on older calls are shortened, and from which on older turns are summarised. */
const SHORTEN_AT = 0.5;
const SUMMARISE_AT = 0.7;
/** Share of the window that the turns before this one keep beside a summary. */
const KEEP = 0.2;

/** How much a conversation may take before something is done about it, in tokens. */
export interface Window {
  readonly shortenAt: number;
  readonly summariseAt: number;
  readonly keep: number;
}

export function windowOf(facts: ModelFacts | undefined): Window {
  const tokens = facts?.contextTokens ?? UNKNOWN_WINDOW;
  return { shortenAt: tokens * SHORTEN_AT, summariseAt: tokens * SUMMARISE_AT, keep: tokens * KEEP };
}

/** True when a provider refused a request because it was too long; each says it in its own words. */
export function isTooLong(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  if (error.statusCode !== 400 && error.statusCode !== 413 && error.statusCode !== 422) return false;
  const said = `${error.message} ${error.responseBody ?? ''}`;
  return /context[ _-]?(length|window|size)|too long|too large|too many tokens|maximum.{0,40}tokens|reduce the length|exceeds?.{0,40}(tokens|limit)/i.test(
    said,
  );
}
