import type { OperationContext } from '@urql/core';

/** What a browser sends to its end although the page goes away: 64 KB in all; some of it is for what is not text. */
const MOST_CHARACTERS = 40_000;

/** For a change that should reach the server although its page is closed. @param input its variables */
export function keptAlive(input: object): Partial<OperationContext> {
  return JSON.stringify(input).length < MOST_CHARACTERS ? { fetchOptions: { keepalive: true } } : {};
}
