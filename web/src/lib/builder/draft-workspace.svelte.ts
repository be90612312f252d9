import {
  changed,
  collision,
  WorkspaceError,
  type DraftChange,
  type DraftState,
  type DraftWorkspace,
  type SaveNote,
} from '#lib/agent/workspace.ts';
import type { BuilderDraftQuery } from '#lib/gql/graphql.ts';
import { ask, asSession, change as mutate } from '#lib/graphql/client.ts';
import { Failure, sentenceOf } from '#lib/graphql/failure.ts';
import { keptAlive } from '#lib/graphql/kept-alive.ts';
import { draftDocument, restoreDraftDocument, renameDraftDocument, saveDraftDocument } from './documents.ts';
import { redoDraftDocument, undoDraftDocument } from './history/documents.ts';

export type LoadedDraft = NonNullable<NonNullable<BuilderDraftQuery['viewer']>['draft']>;
type LoadedRevision = LoadedDraft['latest'];

/** Whether everything that was handed over has reached the server; `offline` when the last try met nobody. */
export type SaveStatus = 'saved' | 'saving' | 'failed' | 'offline';

/** A draft on the server. Saves go out one after the other, each on top of the newest revision known here. */
export class ServerWorkspace implements DraftWorkspace {
  readonly draftId: string;
  readonly #conversationId: string;
  /** Every save goes out as the session that opened the draft, never as the one that came after it. */
  readonly #session: ReturnType<typeof asSession>;
  #state: DraftState;
  #previewUrl: string;
  #status = $state<SaveStatus>('saved');
  #failure = $state<string | null>(null);
  #steps: { readonly undoTo?: number | null; readonly redoTo?: number | null };
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(draft: LoadedDraft, conversationId: string, token: string | null) {
    this.draftId = draft.draftId;
    this.#session = asSession(token);
    this.#conversationId = conversationId;
    this.#state = $state.raw(stateOf(draft.latest));
    this.#previewUrl = $state(draft.latest.previewUrl);
    this.#steps = $state.raw(draft.latest);
  }

  get state(): DraftState {
    return this.#state;
  }

  /** Address of the newest revision's preview. */
  get previewUrl(): string {
    return this.#previewUrl;
  }

  get status(): SaveStatus {
    return this.#status;
  }

  /** Why the last save did not happen; null when it did. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Whether there is a step to take back. */
  get canUndo(): boolean {
    return this.#steps.undoTo != null;
  }

  /** Whether a step was taken back and nothing came after. */
  get canRedo(): boolean {
    return this.#steps.redoTo != null;
  }

  apply(change: DraftChange, note: SaveNote): Promise<DraftState> {
    const seen = this.#state;
    return this.#inTurn(async () => {
      const taken = collision(seen, this.#state, change);
      if (taken !== null) {
        throw new WorkspaceError('conflict', `${taken} was changed meanwhile. Nothing was overwritten.`);
      }
      const { files = [], aml } = change;
      const input = {
        draftId: this.draftId,
        baseRevision: this.#state.revision,
        changes: files.map(({ path, content }) => ({ path, content })),
        cause: note.cause,
        conversationId: this.#conversationId,
        ...(aml !== undefined && { aml }),
        ...(note.messageId !== undefined && { messageId: note.messageId }),
        ...(note.forkedFromAppId !== undefined && { forkedFromAppId: note.forkedFromAppId }),
      };
      const context = { ...this.#session, ...keptAlive(input) };
      const { saveDraft } = await mutate(saveDraftDocument, { input }, context);
      this.#previewUrl = saveDraft.revision.previewUrl;
      this.#steps = saveDraft.revision;
      this.#state = changed(this.#state, change, saveDraft.revision.number);
      return this.#state;
    });
  }

  /** Writes a new revision with the content of an earlier one. @throws WorkspaceError as `apply` */
  restore(revision: number): Promise<DraftState> {
    return this.#inTurn(async () => {
      const input = { draftId: this.draftId, revision, baseRevision: this.#state.revision };
      const { restoreDraft } = await mutate(restoreDraftDocument, { input }, this.#session);
      return this.#take(restoreDraft.revision);
    });
  }

  /**
   * Takes the last step back: a turn, a spell of typing, a restore. Whether there is one is known when the saves before
   * it are done, so that keys pressed faster than that each count. @throws WorkspaceError as `apply`
   */
  undo(): Promise<DraftState> {
    return this.#inTurn(async () => {
      if (!this.canUndo) return this.#state;
      const input = { draftId: this.draftId, baseRevision: this.#state.revision };
      const { undoDraft } = await mutate(undoDraftDocument, { input }, this.#session);
      return this.#take(undoDraft.revision);
    });
  }

  /** Takes the last undo back. @throws WorkspaceError as `apply` */
  redo(): Promise<DraftState> {
    return this.#inTurn(async () => {
      if (!this.canRedo) return this.#state;
      const input = { draftId: this.draftId, baseRevision: this.#state.revision };
      const { redoDraft } = await mutate(redoDraftDocument, { input }, this.#session);
      return this.#take(redoDraft.revision);
    });
  }

  /** Takes over what was saved elsewhere, behind the saves that are on their way. @throws WorkspaceError as `apply` */
  async catchUp(revision: number): Promise<void> {
    // Most news are of saves from here, so nothing is said of them.
    if (this.#waiting === 0 && revision <= this.#state.revision) return;
    await this.#inTurn(async () => {
      if (revision > this.#state.revision) await this.reload();
    });
  }

  /** Takes over what the server has now, behind the saves that are on their way. @throws WorkspaceError as `apply` */
  refresh(): Promise<void> {
    return this.#inTurn(() => this.reload());
  }

  /** Gives the draft another name; its files and its history stay as they are. */
  rename(name: string): Promise<string> {
    return this.#inTurn(async () => {
      const input = { draftId: this.draftId, name };
      const { renameDraft } = await mutate(renameDraftDocument, { input }, this.#session);
      return renameDraft.draft.name;
    });
  }

  /** Takes over what the server has now. */
  async reload(): Promise<void> {
    const { viewer } = await ask(draftDocument, { id: this.draftId }, this.#session);
    if (!viewer?.draft) throw new WorkspaceError('not_found', 'This draft was deleted elsewhere.');
    this.#take(viewer.draft.latest);
  }

  #take(revision: LoadedRevision): DraftState {
    this.#state = stateOf(revision);
    this.#previewUrl = revision.previewUrl;
    this.#steps = revision;
    return this.#state;
  }

  /** One save at a time: the next begins on the revision that the last one made. */
  async #inTurn<Result>(save: () => Promise<Result>): Promise<Result> {
    const before = this.#tail;
    this.#waiting += 1;
    this.#status = 'saving';
    let outcome: SaveStatus = 'failed';
    const run = before.then(async () => {
      try {
        const result = await save();
        this.#failure = null;
        outcome = 'saved';
        return result;
      } catch (error) {
        const failure = await this.#explain(error);
        this.#failure = failure.message;
        if (failure.code === 'unavailable') outcome = 'offline';
        throw failure;
      } finally {
        this.#waiting -= 1;
        if (this.#waiting === 0) this.#status = outcome;
      }
    });
    this.#tail = run.catch(() => undefined);
    return run;
  }

  async #explain(error: unknown): Promise<WorkspaceError> {
    if (error instanceof WorkspaceError) return error;
    const code = error instanceof Failure ? error.code : 'unavailable';
    if (code !== 'conflict') return new WorkspaceError(code, sentenceOf(error), { cause: error });
    try {
      await this.reload();
    } catch (reloadError) {
      return new WorkspaceError('unavailable', sentenceOf(reloadError), { cause: reloadError });
    }
    return new WorkspaceError(
      'conflict',
      'The draft was changed in another window. Nothing was overwritten; the newer version is loaded here now.',
      { cause: error },
    );
  }
}

function stateOf(revision: LoadedRevision): DraftState {
  const files = [...revision.files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    revision: revision.number,
    aml: revision.aml,
    files: new Map(files.map(({ path, content }) => [path, content])),
  };
}
