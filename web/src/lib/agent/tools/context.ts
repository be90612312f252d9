import type { DraftCheck } from '../checks/draft.ts';
import type { CircleGuard } from '../guards.ts';
import type { MarketSource } from '../market.ts';
import type { PreviewCamera, PreviewLog } from '../preview-log.ts';
import type { DraftWorkspace } from '../workspace.ts';
import type { SeenFiles } from './seen-files.ts';

/** What the tools of one turn work on. */
export interface ToolContext {
  readonly workspace: DraftWorkspace;
  /** What the agent knows of the files. */
  readonly seen: SeenFiles;
  /** Notices writes that undo each other. */
  readonly circles: CircleGuard;
  /** Finds the mistakes of the draft after a write. */
  readonly check: DraftCheck;
  readonly market: MarketSource;
  readonly preview: PreviewLog;
  /** Null: the model does not see, or nothing can take pictures. */
  readonly camera: PreviewCamera | null;
  /** The assistant's message that the revisions of this turn belong to. */
  readonly messageId: string;
}
