import { setTimeout as sleep } from 'node:timers/promises';
import type { Move } from './move.ts';

/** A piece of an answer, about a token or a few. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly index: number; readonly tool: string }
  | { readonly kind: 'arguments'; readonly index: number; readonly text: string };

/** Characters that count as one token: the rule of thumb for English and code. */
export const CHARACTERS_PER_TOKEN = 4;

const TICK_MS = 40;
const TEXT_TOKENS_PER_SECOND = 80;
// Real models write code faster than anybody reads, and nobody reads arguments as they come.
const CODE_TOKENS_PER_SECOND = 600;

/**
 * Cuts a move into pieces, in time with `pace`: 1 is natural, 2 twice as fast, 0 without any waiting.
 * Stops as soon as the signal says so.
 */
export async function* inPieces(move: Move, pace: number, signal: AbortSignal): AsyncGenerator<Piece> {
  for (const text of cut(move.text, TEXT_TOKENS_PER_SECOND)) {
    if (!(await wait(pace, signal))) return;
    yield { kind: 'text', text };
  }
  for (const [index, call] of move.calls.entries()) {
    yield { kind: 'call', index, tool: call.tool };
    for (const text of cut(JSON.stringify(call.args), CODE_TOKENS_PER_SECOND)) {
      if (!(await wait(pace, signal))) return;
      yield { kind: 'arguments', index, text };
    }
  }
}

/** Slices of what comes in one tick, never through the middle of a surrogate pair. */
function* cut(text: string, tokensPerSecond: number): Generator<string> {
  const length = Math.round((tokensPerSecond * CHARACTERS_PER_TOKEN * TICK_MS) / 1_000);
  for (let at = 0; at < text.length;) {
    const end = at + length;
    const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && end < text.length;
    const next = splitsPair ? end + 1 : end;
    yield text.slice(at, next);
    at = next;
  }
}

/** Waits for the next tick; false when the listener has gone. */
async function wait(pace: number, signal: AbortSignal): Promise<boolean> {
  if (pace > 0 && !signal.aborted) await sleep(TICK_MS / pace, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}
