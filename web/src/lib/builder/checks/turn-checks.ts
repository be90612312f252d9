import { checkDraft, type CheckedDraft } from '#lib/agent/checks/draft.ts';
import type { Problem } from '#lib/agent/checks/problem.ts';
import { Helper, HelperError } from '../worker/helper.ts';
import { TextsSender } from '../worker/mirror.ts';
import { checkedTexts } from './checked-texts.ts';
import type { ChecksAnswer, ChecksRequest } from './checks-worker.ts';

/** Milliseconds for one round, as for the checks of what is typed. */
const PATIENCE = 30_000;

/** The checks of what the agent writes, in a worker: reading a large app anew would hold up the page at each write. */
export class TurnChecks {
  readonly #helper = new Helper<ChecksRequest, ChecksAnswer>(
    () => new Worker(new URL('./checks-worker.ts', import.meta.url), { type: 'module' }),
  );
  readonly #sender = new TextsSender();

  /** What the checks find; found right here when the worker cannot. One round at a time. */
  async check(draft: CheckedDraft): Promise<readonly Problem[]> {
    try {
      const texts = this.#sender.delta(checkedTexts(draft), !this.#helper.alive);
      const answer = await this.#helper.ask({ kind: 'draft', texts }, PATIENCE);
      if (answer.kind === 'draft') return answer.problems;
    } catch (error) {
      if (!(error instanceof HelperError)) throw error;
    }
    return checkDraft(draft);
  }

  end(): void {
    this.#helper.end();
  }
}
