import type { LIMITS } from '../limits.ts';

/** Limits of the proxy; by default those of `api/limits.ts`. */
export type LlmLimits = {
  readonly [Name in keyof typeof LIMITS as Name extends `llm${string}` ? Name : never]: number;
};
