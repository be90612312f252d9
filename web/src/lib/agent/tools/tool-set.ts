import type { ToolExecutionOptions, ToolSet } from 'ai';
import { RepeatGuard } from '../guards.ts';
import type { ToolContext } from './context.ts';
import { fileTools } from './file-tools.ts';
import { marketTools } from './market-tools.ts';
import { previewTools } from './preview-tools.ts';
import { failure, isConflict, isFailureOutput } from './result.ts';

/** All tools of one turn, each behind the guard against identical failing calls. */
export function toolSet(context: ToolContext): ToolSet {
  const tools: ToolSet = { ...fileTools(context), ...previewTools(context), ...marketTools(context) };
  const guard = new RepeatGuard();
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [name, guarded(name, tool, guard, context)]),
  );
}

/** read_console answers differently as time passes, and the market as others publish. */
const MAY_REPEAT = new Set(['read_console', 'market_search']);

function guarded(
  name: string,
  tool: ToolSet[string],
  guard: RepeatGuard,
  { workspace }: ToolContext,
): ToolSet[string] {
  const { execute } = tool;
  if (execute === undefined) return tool;
  return {
    ...tool,
    execute: async (input: never, options: ToolExecutionOptions<never>): Promise<unknown> => {
      options.abortSignal?.throwIfAborted();
      if (!MAY_REPEAT.has(name) && guard.refuses(name, input, workspace.state.revision)) {
        return failure(
          'repeated_call',
          'This exact call failed before and nothing has changed since, so it was not run again. Do something else: read the file, or explain what is in the way.',
        );
      }
      const output: unknown = await execute(input, options);
      // Reading the file again is what makes a refused write possible, and it makes no revision.
      if (isFailureOutput(output) && !isConflict(output)) guard.record(name, input, workspace.state.revision);
      return output;
    },
  } as ToolSet[string];
}
