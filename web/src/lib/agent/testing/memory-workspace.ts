import type { MadeRevision } from '../recovery.ts';
import {
  changed,
  WorkspaceError,
  type DraftChange,
  type DraftState,
  type DraftWorkspace,
  type SaveNote,
} from '../workspace.ts';

/** A draft without a server, for tests of the loop alone. It keeps every revision, and can be made to conflict. */
export class MemoryWorkspace implements DraftWorkspace {
  readonly revisions: DraftState[];
  /** A save by somebody else, to be met by the next `apply`. */
  foreign: DraftChange | null = null;
  /** Awaited before each save is stored, and after it before it is acknowledged. */
  beforeSave: () => Promise<void> = () => Promise.resolve();
  beforeAnswer: () => Promise<void> = () => Promise.resolve();
  /** The messages that revisions were made for, as the server tells them. */
  readonly made: MadeRevision[] = [];

  constructor(files: Readonly<Record<string, string>> = {}, aml = '') {
    this.revisions = [{ revision: 1, aml, files: new Map(Object.entries(files)) }];
  }

  get state(): DraftState {
    const newest = this.revisions.at(-1);
    if (newest === undefined) throw new Error('A workspace always has a revision.');
    return newest;
  }

  async apply(change: DraftChange, note?: SaveNote): Promise<DraftState> {
    await this.beforeSave();
    if (this.foreign !== null) {
      this.revisions.push(changed(this.state, this.foreign, this.state.revision + 1));
      this.foreign = null;
      throw new WorkspaceError('conflict', 'The draft was changed elsewhere; the newer version was loaded.');
    }
    const bad = change.files?.find(({ path }) => path.includes('..'));
    if (bad) throw new WorkspaceError('invalid_request', `${bad.path} is no path of an app.`);
    this.revisions.push(changed(this.state, change, this.state.revision + 1));
    this.made.push({ number: this.state.revision, messageId: note?.messageId ?? null });
    await this.beforeAnswer();
    return this.state;
  }
}
