import type { AgentMessage } from '#lib/agent/message.ts';
import { TurnStop } from '#lib/agent/turn-stop.ts';
import { WorkspaceError } from '#lib/agent/workspace.ts';
import { ask, asSession } from '#lib/graphql/client.ts';
import { session } from '#lib/session.svelte.ts';
import { toast } from '#lib/ui/toast.ts';
import { Chat } from './chat.svelte.ts';
import { copy } from './copy.ts';
import { draftDocument, revisionFilesDocument } from './documents.ts';
import { ServerWorkspace, type LoadedDraft } from './draft-workspace.svelte.ts';
import { changeOf, dropped, keptMine, rebased, typed, type Buffers } from './edit-buffers.ts';
import { OpenRooms } from './open-rooms.ts';
import { PreviewMonitor, type PreviewLoad } from './preview-monitor.svelte.ts';
import { conversationIdOf, loadTranscript, marketSource, transcriptStore } from './stores.ts';
import { keepUnsent, unsentText } from './unsent-text.ts';

/** Milliseconds of rest after which typing is saved. */
const AUTOSAVE_AFTER = 800;
/** Milliseconds after the last save of a running turn before the preview follows: half-written apps only flicker. */
const FOLLOW_AFTER = 700;

type App = LoadedDraft['app'];

/** Everything of one open draft: its files, its chat, its preview. Lives as long as the page, or its running turn. */
export class Room {
  readonly draftId: string;
  readonly workspace: ServerWorkspace;
  readonly chat: Chat;
  readonly monitor: PreviewMonitor;
  readonly forkedFrom: LoadedDraft['forkedFrom'];
  #unsent = $state('');
  #name = $state('');
  #app = $state.raw<App>(null);
  #buffers = $state.raw<Buffers>(new Map());
  #target = $state.raw<PreviewLoad | null>(null);
  #loads = 0;
  #shownFiles: ReadonlyMap<string, string> | null = null;
  #flushing: Promise<boolean> = Promise.resolve(true);
  #autosave: ReturnType<typeof setTimeout> | undefined;
  #follow: ReturnType<typeof setTimeout> | undefined;

  readonly #token: string | null;
  #closed = false;

  /** @param token the session that opened the draft; everything in this room is done as that one */
  constructor(draft: LoadedDraft, history: readonly AgentMessage[], token: string | null) {
    const conversationId = conversationIdOf(draft);
    this.#token = token;
    this.draftId = draft.draftId;
    this.forkedFrom = draft.forkedFrom;
    this.#unsent = unsentText(draft.draftId);
    this.#name = draft.name;
    this.#app = draft.app;
    this.workspace = new ServerWorkspace(draft, conversationId, token);
    this.monitor = new PreviewMonitor(
      () => this.workspace.state.revision,
      () => this.showNewest(),
      () => this.reloadPreview(),
    );
    this.chat = new Chat({
      workspace: this.workspace,
      preview: this.monitor,
      market: marketSource,
      store: transcriptStore(conversationId, draft.draftId, () => this.#name, token),
      token,
      history,
      beforeTurn: async () => void (await this.flush()),
      afterTurn: () => {
        if (this.#closed) return;
        this.showNewest();
        rooms.forgetIfLeft(this);
      },
    });
    this.showNewest();
  }

  /** The message being written, as far as it is. */
  get unsent(): string {
    return this.#unsent;
  }

  set unsent(text: string) {
    this.#unsent = text;
    keepUnsent(this.draftId, text);
  }

  get name(): string {
    return this.#name;
  }

  /** The app this draft publishes to; null before it was published. */
  get app(): App {
    return this.#app;
  }

  get buffers(): Buffers {
    return this.#buffers;
  }

  /** What the preview shows or is to show. */
  get target(): PreviewLoad | null {
    return this.#target;
  }

  /** The older revision that is looked at on purpose; null while the preview follows the newest. */
  get lookedAt(): number | null {
    return this.#lookedAt;
  }
  #lookedAt = $state<number | null>(null);

  /** Something typed in the editor; saved by itself after a rest. */
  type(path: string, text: string): void {
    this.#buffers = typed(this.#buffers, this.workspace.state, path, text);
    clearTimeout(this.#autosave);
    if (changeOf(this.#buffers) !== null)
      this.#autosave = setTimeout(() => void this.flush(), AUTOSAVE_AFTER);
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
    const change = changeOf(this.#buffers);
    if (change === null) return this.#buffers.size === 0;
    try {
      await this.workspace.apply(change, { cause: 'USER_EDIT' });
      const saved = new Map([...(change.files ?? [])].map(({ path, content }) => [path, content]));
      if (change.aml !== undefined) saved.set('model.aml', change.aml);
      // What was typed on meanwhile goes on from the text that is saved now.
      const moved = [...this.#buffers].map(([path, buffer]) => {
        const base = saved.get(path);
        return [path, base === undefined ? buffer : { ...buffer, base }] as const;
      });
      this.#buffers = rebased(new Map(moved), this.workspace.state);
      this.followPreview();
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error;
      this.#buffers = rebased(this.#buffers, this.workspace.state);
      if (error.code === 'conflict') {
        // Only files that somebody else changed too need a decision; the rest is saved at once.
        if (changeOf(this.#buffers) !== null) return this.#flush();
      } else if (!this.#closed) {
        this.#autosave = setTimeout(() => void this.flush(), 5_000);
      }
      return false;
    }
    return this.#buffers.size === 0;
  }

  /** The draft changed under the editor (the agent, a restore): typing on the same file must be decided. */
  rebase(): void {
    const next = rebased(this.#buffers, this.workspace.state);
    const same =
      next.size === this.#buffers.size &&
      [...next].every(([path, buffer]) => this.#buffers.get(path)?.conflicted === buffer.conflicted);
    if (!same) this.#buffers = next;
  }

  keepMine(path: string): void {
    this.#buffers = keptMine(this.#buffers, this.workspace.state, path);
    void this.flush();
  }

  takeTheirs(path: string): void {
    this.#buffers = dropped(this.#buffers, path);
  }

  async rename(name: string): Promise<void> {
    this.#name = await this.workspace.rename(name);
  }

  published(app: NonNullable<App>): void {
    this.#app = app;
    this.#name = app.name;
  }

  /** Its session has ended: the turn stops, and nothing is saved any more. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#autosave);
    clearTimeout(this.#follow);
    this.chat.stop(TurnStop.sessionEnded());
  }

  /** Loads the newest revision into the preview, now. */
  showNewest(again = false): void {
    clearTimeout(this.#follow);
    const { revision, files } = this.workspace.state;
    if (!again && this.#lookedAt === null && this.#target?.revision === revision) return;
    this.#lookedAt = null;
    this.#shownFiles = files;
    this.#target = files.has('index.html') ? this.#load(revision, this.workspace.previewUrl) : null;
  }

  /** Loads what the preview shows once more; the newest revision unless an older one is looked at. */
  reloadPreview(): void {
    if (this.#lookedAt === null) return this.showNewest(true);
    if (this.#target === null) return;
    this.#target = this.#load(this.#target.revision, this.#target.url);
  }

  /** Shows an older revision without changing anything. @throws Failure as `ask` */
  async lookAt(revision: number, url: string): Promise<void> {
    const variables = { id: this.draftId, number: revision };
    const { viewer } = await ask(revisionFilesDocument, variables, asSession(this.#token));
    const files = viewer?.draft?.revision?.files ?? [];
    clearTimeout(this.#follow);
    this.#lookedAt = revision;
    this.#target = files.some(({ path }) => path === 'index.html') ? this.#load(revision, url) : null;
  }

  /**
   * The preview follows the files after a short rest. A new data model alone is no reason: until the files that use it
   * are there too, the app in view would only break.
   */
  followPreview(): void {
    if (this.#lookedAt !== null || this.workspace.state.files === this.#shownFiles) return;
    clearTimeout(this.#follow);
    this.#follow = setTimeout(() => this.showNewest(), FOLLOW_AFTER);
  }

  #load(revision: number, url: string): PreviewLoad {
    this.#loads += 1;
    return { id: this.#loads, revision, url };
  }
}

const rooms = new OpenRooms<Room>();

session.onChange(() => {
  if (rooms.closeAll()) toast.note(copy.chat.sessionEnded);
});

/**
 * The room of a draft, loaded from the server unless it is still open here.
 * @returns null when there is no such draft, or the session changed while it was loaded
 * @throws Failure as `ask`
 */
export async function enterRoom(draftId: string): Promise<Room | null> {
  const open = rooms.visit(draftId);
  if (open !== null) return open;
  const { token } = session;
  const { viewer } = await ask(draftDocument, { id: draftId }, asSession(token));
  if (!viewer?.draft) return null;
  const history = await loadTranscript(conversationIdOf(viewer.draft), token);
  if (session.token !== token) return null;
  const room = new Room(viewer.draft, history, token);
  rooms.add(room);
  return room;
}

/** Leaves a room; it closes unless a turn runs in it. */
export function leaveRoom(room: Room): void {
  void room.flush();
  rooms.leave(room);
}
