import type { ToolExecutionOptions, ToolSet } from 'ai';
import { RepeatGuard } from '../guards.ts';
import type { CallLedger } from './call-ledger.ts';
import type { ToolContext } from './context.ts';
import { fileTools } from './file-tools.ts';
import { marketTools } from './market-tools.ts';
import { previewTools } from './preview-tools.ts';
import { screenshotTools } from './screenshot-tool.ts';
import { failure, isConflict, isFailureOutput } from './result.ts';
import { WRITING_TOOLS } from './writing-tools.ts';

/** A call on its way to its tool. */
export interface CallToRun {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface ToolRules {
  readonly ledger: CallLedger;
  /**
   * Told of each call that may change the draft, before it runs. The transcript has it then, so that a change can never
   * be there without the call that made it. What it throws keeps the tool from running.
   */
  readonly beforeWrite: (call: CallToRun) => Promise<void>;
}

/** All tools of one turn, each behind the guard against calls that lead nowhere. */
export function toolSet(context: ToolContext, rules: ToolRules): ToolSet {
  const tools: ToolSet = {
    ...fileTools(context),
    ...previewTools(context),
    ...screenshotTools(context),
    ...marketTools(context),
  };
  const guard = new RepeatGuard();
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [name, guarded(name, tool, guard, context, rules)]),
  );
}

function guarded(
  name: string,
  tool: ToolSet[string],
  guard: RepeatGuard,
  { workspace }: ToolContext,
  { ledger, beforeWrite }: ToolRules,
): ToolSet[string] {
  const { execute } = tool;
  if (execute === undefined) return tool;
  async function run(input: unknown, options: ToolExecutionOptions<never>): Promise<unknown> {
    options.abortSignal?.throwIfAborted();
    if (guard.refuses(name, input, workspace.state.revision)) {
      return failure(
        'repeated_call',
        'This exact call was made before and nothing has changed since, so it was not run again. Do something else: read the file, or explain what is in the way.',
      );
    }
    if (WRITING_TOOLS.has(name)) await beforeWrite({ id: options.toolCallId, name, input });
    const output: unknown = await execute?.(input as never, options);
    // Reading the file again is what makes a refused write possible, and it makes no revision.
    if (!isConflict(output)) {
      guard.record(name, input, workspace.state.revision, isFailureOutput(output));
    }
    return output;
  }
  return {
    ...tool,
    execute: (input: never, options: ToolExecutionOptions<never>): Promise<unknown> =>
      ledger.run(options.toolCallId, name, input, () => run(input, options)),
  } as ToolSet[string];
}
