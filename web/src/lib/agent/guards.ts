import { toolCallOf, type AgentPart, type ToolCallView } from './message.ts';
import { changedNothing, isFailureOutput, leavesErrors } from './tools/result.ts';
import { WRITING_TOOLS } from './tools/writing-tools.ts';

/** Failures in a row after which a turn ends (design 9). */
export const FAILURES_IN_A_ROW = 5;
/** Model calls in one turn; the last one has no tools, so that it ends in words. */
export const STEPS_PER_TURN = 40;
/** Times that the same call may succeed while nothing changes. */
const SAME_SUCCESS = 3;
const SAME_LOOK = 8;

/** True for a call that failed, wrote what the checks call broken, or wrote what was there: how a loop begins. */
export function isFailedCall({ name, state, output }: ToolCallView): boolean {
  if (state === 'output-error' || state === 'output-denied') return true;
  if (state !== 'output-available') return false;
  return isFailureOutput(output) || leavesErrors(output, WRITING_TOOLS.has(name)) || changedNothing(output);
}

/** How many of the newest ends (tool calls, checks of the whole) were failures without a success between them. */
export function failuresInARow(parts: readonly AgentPart[]): number {
  const ends = parts.map(isFailure).filter((end) => end !== null);
  return ends.length - 1 - ends.lastIndexOf(false);
}

/** Null for what is no end: words, calls that still run. */
function isFailure(part: AgentPart): boolean | null {
  if (part.type === 'data-check') return true;
  const call = toolCallOf(part);
  return call?.state.startsWith('output-') ? isFailedCall(call) : null;
}

/**
 * How many versions in a row were looked at in the preview and had errors there. Each fix between them may have been
 * saved well; together they are still a loop.
 */
export function brokenLooksInARow(parts: readonly AgentPart[]): number {
  const broken = new Set<number>();
  for (const part of parts) {
    const call = toolCallOf(part);
    if (call?.name !== 'read_console' || call.state !== 'output-available') continue;
    const { output } = call;
    if (typeof output !== 'object' || output === null || !('errors' in output)) continue;
    if (output.errors === 0) broken.clear();
    else if ('revision' in output && typeof output.revision === 'number') broken.add(output.revision);
  }
  return broken.size;
}

/**
 * Remembers calls and the revision they met. A call that failed can only fail again on the same draft, and one that
 * succeeded says the same again, so both are refused before they run; once something was written they may be tried anew.
 */
export class RepeatGuard {
  readonly #met = new Map<string, { revision: number; failed: boolean; times: number }>();

  /** True when this very call failed before, or succeeded often enough, and nothing was written since. */
  refuses(name: string, input: unknown, revision: number): boolean {
    const met = this.#met.get(keyOf(name, input));
    if (met?.revision !== revision) return false;
    return met.failed || met.times >= (MAY_DIFFER.has(name) ? SAME_LOOK : SAME_SUCCESS);
  }

  record(name: string, input: unknown, revision: number, failed: boolean): void {
    const key = keyOf(name, input);
    const met = this.#met.get(key);
    const times = met?.revision === revision ? met.times + 1 : 1;
    this.#met.set(key, { revision, failed: failed && !MAY_DIFFER.has(name), times });
  }
}

/** These answer differently as time passes. */
const MAY_DIFFER: ReadonlySet<string> = new Set(['read_console', 'market_search']);

/** Notices fixes that undo each other: A, B, A, B. Each alone may be saved well and look like progress. */
export class CircleGuard {
  readonly #texts = new Map<string, Set<string>>();
  readonly #changes = new Set<string>();
  #circling = false;

  /** The same change was made a second time, so that something undid it between. */
  get circling(): boolean {
    return this.#circling;
  }

  /** A file has this text instead of that one. @returns whether it had it before in this turn */
  write(path: string, before: string, after: string): boolean {
    if (before === after) return false;
    const texts = this.#texts.get(path) ?? new Set([before]);
    this.#texts.set(path, texts);
    const returned = texts.has(after) && after !== '';
    texts.add(after);
    const change = JSON.stringify([path, before, after]);
    if (this.#changes.has(change)) this.#circling = true;
    this.#changes.add(change);
    return returned;
  }
}

function keyOf(name: string, input: unknown): string {
  return `${name} ${JSON.stringify(input, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )}`;
}
