import { AML_PATH } from '../checks/aml-path.ts';
import { problemsOf } from '../checks/draft.ts';
import { WorkspaceError, type DraftChange } from '../workspace.ts';
import type { ToolContext } from './context.ts';
import { failure, type ToolFailure, type WriteResult } from './result.ts';

const ADVICE: Readonly<Record<string, string>> = {
  conflict: ' Read the file again before you change it.',
  unavailable: ' Whether it was saved is not known: read the file before you go on.',
};

/**
 * Saves one file (or the data model) as a revision and checks the draft. A refused save is the tool's failure, in the
 * API's words; nothing is kept half.
 */
export async function writeAndCheck(
  { workspace, seen, circles, check, messageId }: ToolContext,
  path: string,
  content: string | null,
): Promise<WriteResult | ToolFailure> {
  const before = path === AML_PATH ? workspace.state.aml || undefined : workspace.state.files.get(path);
  const change: DraftChange = path === AML_PATH ? { aml: content ?? '' } : { files: [{ path, content }] };
  const same = (content ?? undefined) === before;
  // A piece changed in a file that somebody else changed too does not show the agent the rest of it.
  const known = !seen.changedElsewhere(path, workspace.state);
  try {
    const state = same ? workspace.state : await workspace.apply(change, { cause: 'AGENT_TURN', messageId });
    if (known || same) seen.note(path, state);
    const returned = circles.write(path, before ?? '', content ?? '');
    return {
      ok: true,
      path,
      change: same
        ? 'unchanged'
        : content === null
          ? 'deleted'
          : before === undefined
            ? 'created'
            : 'updated',
      revision: state.revision,
      lines: content === null || content === '' ? 0 : content.split('\n').length,
      problems: problemsOf(await check(state), path),
      ...(returned && {
        note: 'The file is now exactly what it was earlier in this turn. Going back and forth between the same versions leads nowhere: find out why both fail first.',
      }),
    };
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    return failure(error.code, `${error.message}${ADVICE[error.code] ?? ''}`, { path });
  }
}

/**
 * As `writeAndCheck`, for what takes the place of a whole file: refused while the file holds a change that the agent
 * has not read.
 */
export async function replaceAndCheck(
  context: ToolContext,
  path: string,
  content: string | null,
): Promise<WriteResult | ToolFailure> {
  if (context.seen.changedElsewhere(path, context.workspace.state)) {
    return failure(
      'conflict',
      `${path} was changed elsewhere since you read it; read it again first. Nothing was overwritten.`,
      { path },
    );
  }
  return writeAndCheck(context, path, content);
}
