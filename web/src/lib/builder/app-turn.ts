import type { PreviewCamera, PreviewLog } from '#lib/agent/preview-log.ts';
import type { ChosenApp } from '#lib/agent/start-from.ts';
import type { DraftWorkspace } from '#lib/agent/workspace.ts';
import type { Chat, HeldSubject } from './chat.svelte.ts';
import { copy } from './copy.ts';
import { fromAgent, reasonOf } from './not-sent.ts';
import { marketSource } from './stores.ts';

/** A draft as a turn works on it, with its checks in a worker of their own. @throws AgentMissing */
export async function holdApp(
  workspace: DraftWorkspace,
  preview: PreviewLog & PreviewCamera,
): Promise<HeldSubject> {
  const load = Promise.all([import('#lib/agent/app-subject.ts'), import('./checks/turn-checks.ts')]);
  const [{ AppSubject }, { TurnChecks }] = await fromAgent(load);
  const checks = new TurnChecks();
  const subject = new AppSubject({
    workspace,
    market: marketSource,
    preview,
    camera: preview,
    check: (draft) => checks.check(draft),
  });
  return { subject, end: () => checks.end() };
}

/**
 * Loads an app of the market into a draft: no model is asked. Resolves when that has ended, however that was.
 * @returns null; or why it was not begun, in words
 */
export async function loadApp(chat: Chat, workspace: DraftWorkspace, app: ChosenApp): Promise<string | null> {
  const { begin, notStarted, heldUp } = copy.chat.market;
  const why = await chat.act(begin(app.name), async () => {
    const load = Promise.all([import('#lib/agent/start-from.ts'), import('./checks/turn-checks.ts')]);
    const [{ startFrom }, { TurnChecks }] = await fromAgent(load);
    const checks = new TurnChecks();
    return {
      run: (turn) =>
        startFrom({ ...turn, app, workspace, market: marketSource, check: (draft) => checks.check(draft) }),
      end: () => checks.end(),
    };
  });
  if (why === null) return null;
  return notStarted(app.name, typeof why === 'string' ? heldUp : reasonOf(why.error));
}
