import {
  changed,
  WorkspaceError,
  type DraftChange,
  type DraftState,
  type DraftWorkspace,
} from '../workspace.ts';

/** A draft without a server, for tests of the loop alone. It keeps every revision, and can be made to conflict. */
export class MemoryWorkspace implements DraftWorkspace {
  readonly revisions: DraftState[];
  /** A save by somebody else, to be met by the next `apply`. */
  foreign: DraftChange | null = null;

  constructor(files: Readonly<Record<string, string>> = {}, aml = '') {
    this.revisions = [{ revision: 1, aml, files: new Map(Object.entries(files)) }];
  }

  get state(): DraftState {
    const newest = this.revisions.at(-1);
    if (newest === undefined) throw new Error('A workspace always has a revision.');
    return newest;
  }

  apply(change: DraftChange): Promise<DraftState> {
    if (this.foreign !== null) {
      this.revisions.push(changed(this.state, this.foreign, this.state.revision + 1));
      this.foreign = null;
      return Promise.reject(
        new WorkspaceError('conflict', 'The draft was changed elsewhere; the newer version was loaded.'),
      );
    }
    const bad = change.files?.find(({ path }) => path.includes('..'));
    if (bad)
      return Promise.reject(new WorkspaceError('invalid_request', `${bad.path} is no path of an app.`));
    this.revisions.push(changed(this.state, change, this.state.revision + 1));
    return Promise.resolve(this.state);
  }
}
