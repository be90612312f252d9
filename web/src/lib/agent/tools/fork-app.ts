import type { Problem } from '../checks/problem.ts';
import { WorkspaceError } from '../workspace.ts';
import type { ToolContext } from './context.ts';
import { failure, type ToolFailure } from './result.ts';

/** An app of the market that took the place of what was in the draft. */
export interface ForkResult {
  readonly ok: true;
  readonly revision: number;
  readonly id: string;
  readonly name: string;
  readonly previewUrl: string | null;
  readonly author: string;
  readonly files: readonly string[];
  readonly removed: readonly string[];
  readonly hasDataModel: boolean;
  readonly problems: readonly Problem[];
}

/** No app of the market has this id. */
export const absent = (id: string): ToolFailure =>
  failure('not_found', `There is no app ${id} in the market.`);

/**
 * Loads a published app into the draft, as one revision that names it as its source. What is published of the draft is
 * its fork, unless it is the person's own.
 */
export async function forkApp(
  { market, workspace, check, messageId }: Pick<ToolContext, 'market' | 'workspace' | 'check' | 'messageId'>,
  id: string,
): Promise<ForkResult | ToolFailure> {
  const app = await market.get(id);
  if (app === null) return absent(id);
  const removed = [...workspace.state.files.keys()].filter((path) => !app.files.has(path));
  const files = [
    ...removed.map((path) => ({ path, content: null })),
    ...[...app.files].map(([path, content]) => ({ path, content })),
  ];
  try {
    const state = await workspace.apply(
      { files, aml: app.aml },
      { cause: 'AGENT_TURN', messageId, forkedFromAppId: app.id },
    );
    return {
      ok: true,
      revision: state.revision,
      id: app.id,
      name: app.name,
      previewUrl: app.previewUrl,
      author: app.author,
      files: [...app.files.keys()],
      removed,
      hasDataModel: app.aml.trim() !== '',
      problems: await check(state),
    };
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    return failure(error.code, error.message);
  }
}
