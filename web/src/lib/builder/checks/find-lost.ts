import { DraftChecker, type CheckedDraft } from '#lib/agent/checks/draft.ts';
import type { LostUse } from '#lib/agent/data-use/lost-names.ts';
import { Helper, HelperError } from '../worker/helper.ts';
import { TextsSender } from '../worker/mirror.ts';
import { checkedTexts } from './checked-texts.ts';
import type { ChecksAnswer, ChecksRequest } from './checks-worker.ts';

/** Milliseconds; a draft of the largest size needs a few seconds. */
const PATIENCE = 30_000;

/** Where the files of a draft still name what an earlier data model had, found in a worker, or here when it cannot. */
export async function findLost(draft: CheckedDraft, before: string): Promise<readonly LostUse[]> {
  const helper = new Helper<ChecksRequest, ChecksAnswer>(
    () => new Worker(new URL('./checks-worker.ts', import.meta.url), { type: 'module' }),
  );
  try {
    const texts = new TextsSender().delta(checkedTexts(draft), true);
    const answer = await helper.ask({ kind: 'lost', texts, before }, PATIENCE);
    if (answer.kind === 'lost') return answer.uses;
  } catch (error) {
    if (!(error instanceof HelperError)) throw error;
  } finally {
    helper.end();
  }
  return new DraftChecker().lost(draft, before);
}
