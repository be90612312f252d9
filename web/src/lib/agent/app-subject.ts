import { checkDraft, type DraftCheck } from './checks/draft.ts';
import type { Problem } from './checks/problem.ts';
import { mentionNote } from './context/mentions.ts';
import { checkFinish, type FinishCheck } from './finish-check.ts';
import { CircleGuard } from './guards.ts';
import type { MarketSource } from './market.ts';
import type { PreviewCamera, PreviewLog } from './preview-log.ts';
import { appPrompt } from './prompts/app.ts';
import type { SubjectTurn, SubjectWork, TurnSubject } from './subject.ts';
import { SeenFiles } from './tools/seen-files.ts';
import { appTools } from './tools/tool-set.ts';
import type { DraftWorkspace } from './workspace.ts';

export interface AppParts {
  readonly workspace: DraftWorkspace;
  readonly market: MarketSource;
  readonly preview: PreviewLog;
  /** Where the draft is checked; right here when it is left out. */
  readonly check?: DraftCheck;
  /** Takes pictures of the running preview, for a model that sees; left out where there is none. */
  readonly camera?: PreviewCamera;
}

/** The draft of an app as a turn works on it: files and a data model, checked without a build and seen in a preview. */
export class AppSubject implements TurnSubject {
  readonly noun = 'app';
  readonly wayBack = 'go back to an earlier version in History';
  readonly #parts: AppParts;
  readonly #check: DraftCheck;

  constructor(parts: AppParts) {
    this.#parts = parts;
    this.#check = parts.check ?? ((draft) => Promise.resolve(checkDraft(draft)));
  }

  get revision(): number {
    return this.#parts.workspace.state.revision;
  }

  begin({ message, messageId, vision }: SubjectTurn): Promise<SubjectWork> {
    const { workspace, market, preview, camera } = this.#parts;
    const check = this.#check;
    const eye = vision && camera !== undefined ? camera : null;
    const circles = new CircleGuard();
    const seen = new SeenFiles(workspace.state);
    return Promise.resolve({
      instructions: appPrompt(workspace.state, { canLook: eye !== null }),
      mentioned: mentionNote(message, workspace.state),
      tools: appTools({ workspace, seen, circles, check, market, preview, camera: eye, messageId }),
      get circling(): boolean {
        return circles.circling;
      },
      finish: (signal): Promise<FinishCheck> => checkFinish(workspace.state, check, preview, signal),
      problems: (closing): Promise<readonly Problem[]> =>
        closing ? Promise.resolve(checkDraft(workspace.state)) : check(workspace.state),
    });
  }
}
