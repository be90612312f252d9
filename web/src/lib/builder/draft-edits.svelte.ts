import { AML_PATH } from '#lib/agent/checks/aml-path.ts';
import { WorkspaceError } from '#lib/agent/workspace.ts';
import type { ServerWorkspace } from './draft-workspace.svelte.ts';
import {
  canSave,
  changeOf,
  charactersOf,
  contentAt,
  dropped,
  isUnsettled,
  keptMine,
  rebased,
  sending,
  settled,
  typed,
  type Buffers,
  type EditedText,
} from './edit-buffers.ts';
import type { FileChange } from './history/file-changes.ts';
import type { EditKeeper } from './kept-edits.ts';

/** Milliseconds of rest after which typing is saved. */
const AUTOSAVE_AFTER = 800;
/** Milliseconds between two times that typing is kept in this browser, for each of so many characters. */
const KEEP_EVERY = 200;
const KEEP_CHARACTERS = 250_000;
/** Milliseconds after which a save that met nobody is tried again. */
const TRY_AGAIN = 5_000;
/** Codes of failures after which a save may have happened. */
const UNKNOWN_OUTCOME: readonly string[] = ['unavailable', 'internal'];

export interface EditsParts {
  readonly workspace: ServerWorkspace;
  readonly keeper: EditKeeper;
  /** What an earlier page left unsaved. */
  readonly edits: Buffers;
  /** Files were saved. */
  readonly onSaved: () => void;
}

/** What was typed in the editor of one draft, on its way into this browser and onto the server. */
export class DraftEdits {
  readonly #workspace: ServerWorkspace;
  readonly #keeper: EditKeeper;
  readonly #onSaved: () => void;
  #buffers = $state.raw<Buffers>(new Map());
  #kept = $state(true);
  #flushing: Promise<boolean> = Promise.resolve(true);
  #autosave: ReturnType<typeof setTimeout> | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor({ workspace, keeper, edits, onSaved }: EditsParts) {
    this.#workspace = workspace;
    this.#keeper = keeper;
    this.#onSaved = onSaved;
    this.#buffers = rebased(edits, workspace.state);
    this.keepNow();
    if (canSave(this.#buffers)) this.#autosave = setTimeout(() => void this.flush(), AUTOSAVE_AFTER);
  }

  get buffers(): Buffers {
    return this.#buffers;
  }

  /** Whether what is not on the server is at least kept in this browser. */
  get kept(): boolean {
    return this.#kept;
  }

  /** Something typed in the editor; saved by itself after a rest. */
  type(path: string, edited: EditedText): void {
    this.#buffers = typed(this.#buffers, this.#workspace.state, path, edited);
    this.#keepSoon();
    clearTimeout(this.#autosave);
    if (canSave(this.#buffers)) this.#autosave = setTimeout(() => void this.flush(), AUTOSAVE_AFTER);
  }

  /** Saves what was typed. @returns whether all of it is saved; the reason is in `workspace.failure` */
  flush(): Promise<boolean> {
    // One at a time: the next save begins with what the last one left, never with what it was then.
    this.#flushing = this.#flushing.catch(() => false).then(() => this.#flush());
    return this.#flushing;
  }

  async #flush(): Promise<boolean> {
    clearTimeout(this.#autosave);
    if (this.#closed) return false;
    try {
      if (isUnsettled(this.#buffers)) {
        // The answer to the last save was lost: what became of it is looked at before the next one.
        await this.#workspace.refresh();
        this.#settle();
      }
      const change = changeOf(this.#buffers);
      if (change === null) return this.#buffers.size === 0;
      this.#buffers = sending(this.#buffers, change);
      await this.#workspace.apply(change, { cause: 'USER_EDIT' });
      this.#settle();
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error;
      const known = !UNKNOWN_OUTCOME.includes(error.code);
      this.#buffers = (known ? settled : rebased)(this.#buffers, this.#workspace.state);
      if (error.code === 'conflict') {
        // Only files that somebody else changed too need a decision; the rest is saved at once.
        if (canSave(this.#buffers)) return this.#flush();
      } else if (!this.#closed) {
        this.#autosave = setTimeout(() => void this.flush(), TRY_AGAIN);
      }
      return false;
    }
    return this.#buffers.size === 0;
  }

  /** The server has answered: what it has needs no keeping, and can be shown. */
  #settle(): void {
    this.#buffers = settled(this.#buffers, this.#workspace.state);
    this.keepNow();
    this.#onSaved();
  }

  /** The draft changed under the editor (the agent, a restore): typing on the same file must be decided. */
  rebase(): void {
    const next = rebased(this.#buffers, this.#workspace.state);
    const same =
      next.size === this.#buffers.size &&
      [...next].every(([path, buffer]) => this.#buffers.get(path)?.conflicted === buffer.conflicted);
    if (same) return;
    this.#buffers = next;
    this.#keepSoon();
  }

  /**
   * Sets one file back to what it was before a change, as a version of its own.
   * @returns false when it is no longer what that change left, so that nothing newer is lost
   * @throws WorkspaceError as `ServerWorkspace.apply`
   */
  async revertFile({ path, before, after }: FileChange): Promise<boolean> {
    await this.flush();
    const there = (): boolean =>
      !this.#buffers.has(path) && (contentAt(this.#workspace.state, path) ?? '') === (after ?? '');
    if (!there()) return false;
    const note = { cause: 'USER_EDIT' } as const;
    if (path === AML_PATH) await this.#workspace.apply({ aml: before ?? '' }, note);
    else await this.#workspace.apply({ files: [{ path, content: before }] }, note);
    this.rebase();
    this.#onSaved();
    return true;
  }

  keepMine(path: string): void {
    this.#buffers = keptMine(this.#buffers, this.#workspace.state, path);
    void this.flush();
  }

  takeTheirs(path: string): void {
    this.#buffers = dropped(this.#buffers, path);
    this.keepNow();
  }

  #keepSoon(): void {
    const pieces = Math.ceil(charactersOf(this.#buffers) / KEEP_CHARACTERS);
    this.#keeping ??= setTimeout(() => this.keepNow(), KEEP_EVERY * Math.max(1, pieces));
  }

  /** Keeps in this browser what the server does not have yet. */
  keepNow(): void {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    if (!this.#closed) this.#kept = this.#keeper.keep(this.#buffers);
  }

  /** The same in this tab, for when its person is signed in again. */
  keepInTab(): void {
    this.#keeper.keepInTab(this.#buffers);
  }

  /** The session is over: nothing is saved any more. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#autosave);
    clearTimeout(this.#keeping);
    this.#keeper.keep(new Map());
  }

  /** Nobody looks at the draft any more: what is kept is for whoever opens it next. */
  left(): void {
    void this.flush().finally(() => this.#keeper.end());
  }
}
