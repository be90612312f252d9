import { toolCallOf, type AgentPart, type ToolCallView } from './message.ts';
import { isFailureOutput, leavesErrors } from './tools/result.ts';

/** Failures in a row after which a turn ends (design 9). */
export const FAILURES_IN_A_ROW = 5;
/** Model calls in one turn; the last one has no tools, so that it ends in words. */
export const STEPS_PER_TURN = 40;

/** True for a call that failed, or that wrote something the checks call broken: both are how a loop begins. */
export function isFailedCall({ state, output }: ToolCallView): boolean {
  if (state === 'output-error' || state === 'output-denied') return true;
  return state === 'output-available' && (isFailureOutput(output) || leavesErrors(output));
}

/** How many of the newest finished tool calls failed without a success between them. */
export function failuresInARow(parts: readonly AgentPart[]): number {
  const finished = parts
    .map(toolCallOf)
    .filter((call) => call !== null)
    .filter(({ state }) => state.startsWith('output-'));
  const lastGood = finished.findLastIndex((call) => !isFailedCall(call));
  return finished.length - 1 - lastGood;
}

/**
 * Remembers what failed at which revision. The same call on the same draft can only fail again, so it is refused
 * before it runs; once something was written it may be tried anew.
 */
export class RepeatGuard {
  readonly #failed = new Map<string, number>();

  /** True when this very call failed before and nothing was written since. */
  refuses(name: string, input: unknown, revision: number): boolean {
    return this.#failed.get(keyOf(name, input)) === revision;
  }

  record(name: string, input: unknown, revision: number): void {
    this.#failed.set(keyOf(name, input), revision);
  }
}

function keyOf(name: string, input: unknown): string {
  return `${name} ${JSON.stringify(input, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )}`;
}
