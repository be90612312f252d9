import type { AgentMessage } from '#lib/agent/message.ts';
import type { ChosenApp } from '#lib/agent/start-from.ts';
import { AML_PATH } from '#lib/agent/checks/aml-path.ts';
import { TurnStop } from '#lib/agent/turn-stop.ts';
import { WorkspaceError, type DraftState } from '#lib/agent/workspace.ts';
import { ask, asSession } from '#lib/graphql/client.ts';
import { Failure } from '#lib/graphql/failure.ts';
import { session } from '#lib/session.svelte.ts';
import { toast } from '#lib/ui/toast.ts';
import { Chat } from './chat.svelte.ts';
import { Composer } from './composer.svelte.ts';
import { copy } from './copy.ts';
import { draftDocument, revisionFilesDocument } from './documents.ts';
import { ServerWorkspace, type LoadedDraft } from './draft-workspace.svelte.ts';
import {
  canSave,
  changeOf,
  charactersOf,
  contentAt,
  dropped,
  keptMine,
  rebased,
  savedAs,
  typed,
  type Buffers,
  type EditedText,
} from './edit-buffers.ts';
import { models } from './models.svelte.ts';
import { OpenRooms } from './open-rooms.ts';
import { PreviewMonitor, type PreviewLoad } from './preview-monitor.svelte.ts';
import { isPublished, publishedAs, publishedNow, type Published } from './publish/published.ts';
import { conversationIdOf, marketSource, ServerTranscript } from './stores.ts';
import { EditKeeper, takeEdits } from './kept-edits.ts';
import type { FileChange } from './history/file-changes.ts';
import { followDraft, type DraftNews } from './history/follow-draft.ts';
import { isEmpty, type Prompt } from './prompt.ts';
import { PromptQueue } from './prompt-queue.svelte.ts';
import { isWorkingName, nameWith } from './working-name.ts';

/** Milliseconds of rest after which typing is saved. */
const AUTOSAVE_AFTER = 800;
/** Milliseconds between two times that typing is kept in this browser, for each of so many characters. */
const KEEP_EVERY = 200;
const KEEP_CHARACTERS = 250_000;
/** Milliseconds after which a save that met nobody is tried again. */
const TRY_AGAIN = 5_000;
/** Milliseconds after the last save of a running turn before the preview follows: half-written apps only flicker. */
const FOLLOW_AFTER = 700;

type App = LoadedDraft['app'];

/** Everything of one open draft: its files, its chat, its preview. Lives as long as the page, or its running turn. */
export class Room {
  readonly draftId: string;
  readonly workspace: ServerWorkspace;
  readonly chat: Chat;
  /** The message being written. */
  readonly composer: Composer;
  /** What was said while a turn ran, and what could not be sent. */
  readonly queue: PromptQueue;
  readonly monitor: PreviewMonitor;
  readonly forkedFrom: LoadedDraft['forkedFrom'];
  #name = $state('');
  #app = $state.raw<App>(null);
  #published = $state.raw<Published>({ revision: null, content: null });
  /** False while the server does not answer, although the browser thinks that it is connected. */
  #reached = $state(true);
  #gone = $state(false);
  #buffers = $state.raw<Buffers>(new Map());
  #target = $state.raw<PreviewLoad | null>(null);
  #loads = 0;
  #shownFiles: ReadonlyMap<string, string> | null = null;
  #flushing: Promise<boolean> = Promise.resolve(true);
  #autosave: ReturnType<typeof setTimeout> | undefined;
  #follow: ReturnType<typeof setTimeout> | undefined;

  readonly #token: string | null;
  readonly #keeper: EditKeeper;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #kept = $state(true);
  /** When the conversation last changed, as far as this page knows it. */
  #heardAt: string | null = null;
  readonly #leaving: (() => void)[] = [];
  #closed = false;

  /**
   * @param edits what an earlier page left unsaved
   * @param token the session that opened the draft; everything in this room is done as that one
   */
  constructor(
    draft: LoadedDraft,
    transcript: ServerTranscript,
    history: readonly AgentMessage[],
    edits: Buffers,
    token: string | null,
  ) {
    const conversationId = conversationIdOf(draft);
    this.#token = token;
    // Whose edits these are; another person never gets them.
    this.#keeper = new EditKeeper(draft.draftId, session.user?.userId ?? null);
    this.draftId = draft.draftId;
    this.forkedFrom = draft.forkedFrom;
    this.composer = new Composer(draft.draftId);
    this.queue = new PromptQueue(draft.draftId);
    this.#name = draft.name;
    this.#app = draft.app;
    this.workspace = new ServerWorkspace(draft, conversationId, token);
    this.#published = publishedAs(draft.publishedRevision ?? null, this.workspace.state);
    this.monitor = new PreviewMonitor(
      () => this.workspace.state.revision,
      () => this.showNewest(),
      () => this.reloadPreview(),
    );
    transcript.title = () => this.#name;
    this.chat = new Chat({
      workspace: this.workspace,
      preview: this.monitor,
      market: marketSource,
      transcript,
      token,
      history,
      beforeTurn: async () => void (await this.flush()),
      afterTurn: () => {
        if (!this.#closed) this.showNewest();
      },
      onOvertaken: () => toast.note(copy.chat.overtaken),
    });
    this.#buffers = rebased(edits, this.workspace.state);
    this.#keepNow();
    if (canSave(this.#buffers)) this.#autosave = setTimeout(() => void this.flush(), AUTOSAVE_AFTER);
    this.showNewest();
    this.#leaving.push(
      followDraft({
        draftId: this.draftId,
        conversationId,
        token,
        onNews: (news) => void this.#hear(news),
        onEnd: ({ code }) => {
          if (code === 'unauthenticated') void session.check();
          else this.#gone = true;
        },
        onReach: (reached) => (this.#reached = reached),
      }),
    );
    const keep = (): void => {
      this.#keepNow();
      void this.flush();
    };
    addEventListener('pagehide', keep);
    addEventListener('online', keep);
    this.#leaving.push(() => {
      removeEventListener('pagehide', keep);
      removeEventListener('online', keep);
    });
  }

  /** Another page, device or process did something: reads what is new, unless that was this one. */
  async #hear(news: DraftNews): Promise<void> {
    this.#name = news.name;
    try {
      await this.workspace.catchUp(news.revision);
      const published = news.publishedRevision ?? null;
      this.#published = publishedNow(this.#published, published, this.workspace.state);
      this.rebase();
      this.followPreview();
      const heardAt = news.conversationUpdatedAt ?? null;
      if (heardAt === this.#heardAt) return;
      this.#heardAt = heardAt;
      // The turn that runs here writes the conversation itself.
      if (this.chat.running) return;
      await this.chat.refresh();
    } catch (error) {
      // The state of saving says so; the next news are heard when the connection is back.
      if (!(error instanceof WorkspaceError) && !(error instanceof Failure)) throw error;
    }
  }

  /** Whether the server answered when it was last heard of. */
  get reached(): boolean {
    return this.#reached;
  }

  /** The draft was deleted elsewhere while it was open here. */
  get gone(): boolean {
    return this.#gone;
  }

  /** Whether what is not on the server is at least kept in this browser. */
  get kept(): boolean {
    return this.#kept;
  }

  #keepSoon(): void {
    const pieces = Math.ceil(charactersOf(this.#buffers) / KEEP_CHARACTERS);
    this.#keeping ??= setTimeout(() => this.#keepNow(), KEEP_EVERY * Math.max(1, pieces));
  }

  #keepNow(): void {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    if (!this.#closed) this.#kept = this.#keeper.keep(this.#buffers);
  }

  /**
   * Says something to the agent. While a turn runs it waits; when the turn has done its work, what waits is said next.
   * What waits when a turn was stopped or failed, or could not be sent, is left to the person.
   */
  async say(prompt: Prompt): Promise<void> {
    if (isEmpty(prompt)) return;
    this.queue.said(prompt);
    if (this.chat.running) return this.queue.add(prompt);
    await this.#sayOn(prompt);
  }

  /**
   * Loads an app of the market into this draft, in place of what is there; the history keeps that. Then what waits is
   * said, as after a turn.
   * @returns why it was not begun, in words; else null
   */
  async startFrom(app: ChosenApp): Promise<string | null> {
    const isOurs = isWorkingName(this.#name, this.chat.messages);
    const why = await this.chat.startFrom(app);
    if (why === null && this.chat.messages.at(-1)?.metadata?.outcome === 'completed' && isOurs) {
      this.#renameSoon(app.name);
    }
    await this.#sayOn(why === null ? this.#nextToSay() : null);
    return why;
  }

  async #sayOn(first: Prompt | null): Promise<void> {
    for (let next = first; next !== null; next = this.#nextToSay()) {
      const why = await this.#send(next);
      if (why === null) continue;
      this.queue.add(next);
      this.queue.hold(why);
      break;
    }
    rooms.forgetIfLeft(this);
  }

  /** @returns why it was not sent; null when it was */
  async #send({ text, images }: Prompt): Promise<string | null> {
    if (this.chat.elsewhere || models.chosen === null) return copy.chat.waiting.held;
    this.queue.forgetWhy();
    const named = nameWith(text, this.#name);
    if (named !== null) this.#renameSoon(named);
    return this.chat.send(text, models.chosen, images);
  }

  #nextToSay(): Prompt | null {
    if (this.#closed || this.chat.running) return null;
    const outcome = this.chat.messages.at(-1)?.metadata?.outcome;
    if (outcome === 'completed') return this.queue.next();
    const words = copy.chat.waiting;
    this.queue.hold(outcome === 'stopped' || outcome === 'failed' ? words[outcome] : words.held);
    return null;
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

  /** The session that opened the draft. */
  get token(): string | null {
    return this.#token;
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
  type(path: string, edited: EditedText): void {
    this.#buffers = typed(this.#buffers, this.workspace.state, path, edited);
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
    const change = changeOf(this.#buffers);
    if (change === null) return this.#buffers.size === 0;
    try {
      await this.workspace.apply(change, { cause: 'USER_EDIT' });
      this.#reached = true;
      const saved = new Map([...(change.files ?? [])].map(({ path, content }) => [path, content]));
      if (change.aml !== undefined) saved.set(AML_PATH, change.aml);
      this.#buffers = rebased(savedAs(this.#buffers, saved), this.workspace.state);
      this.#keepNow();
      this.followPreview();
    } catch (error) {
      if (!(error instanceof WorkspaceError)) throw error;
      this.#buffers = rebased(this.#buffers, this.workspace.state);
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

  /** The draft changed under the editor (the agent, a restore): typing on the same file must be decided. */
  rebase(): void {
    const next = rebased(this.#buffers, this.workspace.state);
    const same =
      next.size === this.#buffers.size &&
      [...next].every(([path, buffer]) => this.#buffers.get(path)?.conflicted === buffer.conflicted);
    if (same) return;
    this.#buffers = next;
    this.#keepSoon();
  }

  /**
   * Takes the last step back, or the last undo. What was typed is saved before, so it is the step that goes first.
   * @throws WorkspaceError as `ServerWorkspace.apply`; `conflict` while a file waits for a decision
   */
  async step(way: 'undo' | 'redo'): Promise<void> {
    if (this.chat.running) return;
    if (!(await this.flush())) {
      throw new WorkspaceError('conflict', this.workspace.failure ?? copy.history.decideFirst);
    }
    const { revision } = this.workspace.state;
    if ((await this.workspace[way]()).revision === revision) return;
    this.rebase();
    this.showNewest(true);
  }

  /**
   * Sets one file back to what it was before a change, as a version of its own.
   * @returns false when it is no longer what that change left, so that nothing newer is lost
   * @throws WorkspaceError as `ServerWorkspace.apply`
   */
  async revertFile({ path, before, after }: FileChange): Promise<boolean> {
    await this.flush();
    const there = (): boolean =>
      !this.#buffers.has(path) && (contentAt(this.workspace.state, path) ?? '') === (after ?? '');
    if (!there()) return false;
    const note = { cause: 'USER_EDIT' } as const;
    if (path === AML_PATH) await this.workspace.apply({ aml: before ?? '' }, note);
    else await this.workspace.apply({ files: [{ path, content: before }] }, note);
    this.rebase();
    this.followPreview();
    return true;
  }

  keepMine(path: string): void {
    this.#buffers = keptMine(this.#buffers, this.workspace.state, path);
    void this.flush();
  }

  takeTheirs(path: string): void {
    this.#buffers = dropped(this.#buffers, path);
    this.#keepNow();
  }

  async rename(name: string): Promise<void> {
    this.#name = await this.workspace.rename(name);
  }

  /** A name that nobody chose. It is shown at once, and is not worth a word when it cannot be kept. */
  #renameSoon(name: string): void {
    const before = this.#name;
    this.#name = name;
    this.rename(name).catch(() => (this.#name = before));
  }

  /** The revision that is in the market; null while none is, or nobody knows which. */
  get publishedRevision(): number | null {
    return this.#published.revision;
  }

  /** Whether what is here is what is in the market already. */
  get isPublished(): boolean {
    return this.#buffers.size === 0 && isPublished(this.#published, this.workspace.state);
  }

  /** @param content what was published */
  published(app: NonNullable<App>, content: DraftState): void {
    this.#app = app;
    this.#name = app.name;
    this.#published = { revision: content.revision, content };
  }

  /** Its session is over: the turn stops, and nothing is saved any more. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#autosave);
    clearTimeout(this.#follow);
    clearTimeout(this.#keeping);
    this.#keeper.keep(new Map());
    this.chat.stop(TurnStop.sessionEnded());
    this.left();
  }

  /** Nobody looks at it any more: it hears of nothing, and what is kept is for whoever opens the draft next. */
  left(): void {
    for (const leave of this.#leaving.splice(0)) leave();
    void this.flush().finally(() => this.#keeper.end());
  }

  /** Keeps in this tab what the server does not have yet, for when its person is signed in again. */
  keepEdits(): void {
    this.#keeper.keepInTab(this.#buffers);
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

session.onChange((change) => {
  if (change === 'ended') rooms.each((room) => room.keepEdits());
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
  const transcript = new ServerTranscript(conversationIdOf(viewer.draft), draftId, token);
  const [history, edits] = await Promise.all([
    transcript.load(),
    takeEdits(draftId, session.user?.userId ?? null),
  ]);
  if (session.token !== token) return null;
  const room = new Room(viewer.draft, transcript, history, edits, token);
  rooms.add(room);
  return room;
}

/** Leaves a room; it closes unless a turn runs in it. */
export function leaveRoom(room: Room): void {
  void room.flush();
  rooms.leave(room);
}
