import type { ToolExecutionOptions, ToolSet } from 'ai';
import { RepeatGuard } from '../guards.ts';
import type { CallLedger } from './call-ledger.ts';
import type { ToolContext } from './context.ts';
import { fileTools } from './file-tools.ts';
import { marketTools } from './market-tools.ts';
import { previewTools } from './preview-tools.ts';
import { screenshotTools } from './screenshot-tool.ts';
import { failure, mayBeRepeated, isFailureOutput } from './result.ts';
import { WRITING_TOOLS } from './writing-tools.ts';

/** A call on its way to its tool. */
export interface CallToRun {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface ToolRules {
  readonly ledger: CallLedger;
  /** The newest state that is known: a call that failed may be tried anew once it is another one. */
  readonly revision: () => number;
  /**
   * Told of each call that may change something, before it runs. The transcript has it then, so that a change can never
   * be there without the call that made it. What it throws keeps the tool from running.
   */
  readonly beforeWrite: (call: CallToRun) => Promise<void>;
}

/** All tools for the draft of an app. */
export function appTools(context: ToolContext): ToolSet {
  return {
    ...fileTools(context),
    ...previewTools(context),
    ...screenshotTools(context),
    ...marketTools(context),
  };
}

/** The tools of one turn, each behind the guard against calls that lead nowhere. */
export function guardedTools(tools: ToolSet, rules: ToolRules): ToolSet {
  const guard = new RepeatGuard();
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [name, guarded(name, tool, guard, rules)]),
  );
}

function guarded(
  name: string,
  tool: ToolSet[string],
  guard: RepeatGuard,
  { ledger, revision, beforeWrite }: ToolRules,
): ToolSet[string] {
  const { execute } = tool;
  if (execute === undefined) return tool;
  async function run(input: unknown, options: ToolExecutionOptions<never>): Promise<unknown> {
    options.abortSignal?.throwIfAborted();
    if (guard.refuses(name, input, revision())) {
      return failure(
        'repeated_call',
        'This exact call was made before and nothing has changed since, so it was not run again. Do something else: read what is there, or explain what is in the way.',
      );
    }
    if (WRITING_TOOLS.has(name)) await beforeWrite({ id: options.toolCallId, name, input });
    const output: unknown = await execute?.(input as never, options);
    // Reading the file again is what makes a refused write possible, and it makes no revision.
    if (!mayBeRepeated(output)) {
      guard.record(name, input, revision(), isFailureOutput(output));
    }
    return output;
  }
  return {
    ...tool,
    execute: (input: never, options: ToolExecutionOptions<never>): Promise<unknown> =>
      ledger.run(options.toolCallId, name, input, () => run(input, options)),
  } as ToolSet[string];
}
