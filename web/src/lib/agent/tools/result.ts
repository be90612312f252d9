import type { Problem } from '../checks/problem.ts';

/** A tool call that did not do what was asked: nothing was changed. */
export interface ToolFailure {
  readonly ok: false;
  readonly error: { readonly code: string; readonly message: string } & Readonly<Record<string, unknown>>;
}

/** A write that is saved: the post-condition the model can rely on. */
export interface WriteResult {
  readonly ok: true;
  readonly path: string;
  readonly change: 'created' | 'updated' | 'deleted' | 'unchanged';
  readonly revision: number;
  readonly lines: number;
  /** Something to know about it that is no problem of the file. */
  readonly note?: string;
  /** What the checks say now; errors break the app. */
  readonly problems: readonly Problem[];
}

/** A failure with words that say what to do. */
export function failure(
  code: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): ToolFailure {
  return { ok: false, error: { code, message, ...more } };
}

/** True for an output that reports a failure. */
export function isFailureOutput(output: unknown): boolean {
  return typeof output === 'object' && output !== null && 'ok' in output && output.ok === false;
}

const PASSING: ReadonlySet<unknown> = new Set(['conflict', 'stale_version', 'reloaded', 'unavailable']);

/** True for a write that may well be made again as it is: somebody else had changed the same thing, or nobody answered. */
export function mayBeRepeated(output: unknown): boolean {
  if (typeof output !== 'object' || output === null || !('error' in output)) return false;
  const { error } = output;
  return typeof error === 'object' && error !== null && 'code' in error && PASSING.has(error.code);
}

/**
 * True for a write that is saved but leaves an error in what it wrote.
 * @param wrote false for a tool that only reads: what it finds is not its fault
 */
export function leavesErrors(output: unknown, wrote: boolean): boolean {
  if (typeof output !== 'object' || output === null) return false;
  if (wrote && 'valid' in output && output.valid === false) return true;
  if (!('problems' in output)) return false;
  const { problems } = output;
  return (
    Array.isArray(problems) &&
    problems.some(
      (problem: unknown) =>
        typeof problem === 'object' &&
        problem !== null &&
        'severity' in problem &&
        problem.severity === 'error',
    )
  );
}

/** True for a write of what was there already. */
export function changedNothing(output: unknown): boolean {
  return typeof output === 'object' && output !== null && 'change' in output && output.change === 'unchanged';
}
