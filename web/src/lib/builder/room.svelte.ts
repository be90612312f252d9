import type { AgentMessage } from '#lib/agent/message.ts';
import type { ChosenApp } from '#lib/agent/start-from.ts';
import { TurnStop } from '#lib/agent/turn-stop.ts';
import { WorkspaceError, type DraftState } from '#lib/agent/workspace.ts';
import { Failure } from '#lib/graphql/failure.ts';
import { session } from '#lib/session.svelte.ts';
import { toast } from '#lib/ui/toast.ts';
import { holdApp, loadApp } from './app-turn.ts';
import { Chat } from './chat.svelte.ts';
import { Composer } from './composer.svelte.ts';
import { copy } from './copy.ts';
import { DraftEdits } from './draft-edits.svelte.ts';
import { ServerWorkspace, type LoadedDraft } from './draft-workspace.svelte.ts';
import type { Buffers, EditedText } from './edit-buffers.ts';
import type { FileChange } from './history/file-changes.ts';
import { followDraft, type DraftNews } from './history/follow-draft.ts';
import { EditKeeper } from './kept-edits.ts';
import { PreviewMonitor, type PreviewLoad } from './preview-monitor.svelte.ts';
import { PreviewTarget } from './preview-target.svelte.ts';
import { PromptQueue } from './prompt-queue.svelte.ts';
import type { Prompt } from './prompt.ts';
import { isPublished, publishedAs, publishedNow, type Published } from './publish/published.ts';
import { conversationIdOf, type ServerTranscript } from './stores.ts';
import { Talk } from './talk.ts';

type App = LoadedDraft['app'];

export interface RoomParts {
  readonly transcript: ServerTranscript;
  /** What was said before. */
  readonly history: readonly AgentMessage[];
  /** What an earlier page left unsaved. */
  readonly edits: Buffers;
  /** The session that opened the draft; everything in the room is done as that one. */
  readonly token: string | null;
  /** Nothing is said any more: who looks elsewhere may forget the room. */
  readonly onRest: () => void;
}

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
  /** The session that opened the draft. */
  readonly token: string | null;
  readonly #talk: Talk;
  readonly #edits: DraftEdits;
  readonly #preview: PreviewTarget;
  #name = $state('');
  #app = $state.raw<App>(null);
  #published = $state.raw<Published>({ revision: null, content: null });
  /** False while the server does not answer, although the browser thinks that it is connected. */
  #reached = $state(true);
  #gone = $state(false);
  /** When the conversation last changed, as far as this page knows it. */
  #heardAt: string | null = null;
  readonly #leaving: (() => void)[] = [];
  #closed = false;

  constructor(draft: LoadedDraft, { transcript, history, edits, token, onRest }: RoomParts) {
    const conversationId = conversationIdOf(draft);
    this.draftId = draft.draftId;
    this.token = token;
    this.forkedFrom = draft.forkedFrom;
    this.composer = new Composer(draft.draftId);
    this.queue = new PromptQueue(draft.draftId);
    this.#name = draft.name;
    this.#app = draft.app;
    this.workspace = new ServerWorkspace(draft, conversationId, token);
    this.#published = publishedAs(draft.publishedRevision ?? null, this.workspace.state);
    this.#preview = new PreviewTarget(this.workspace, token);
    this.monitor = new PreviewMonitor(
      () => this.workspace.state.revision,
      () => this.showNewest(),
      () => this.reloadPreview(),
    );
    transcript.title = () => this.#name;
    this.chat = new Chat({
      subject: () => holdApp(this.workspace, this.monitor),
      revision: () => this.workspace.state.revision,
      transcript,
      token,
      history,
      beforeTurn: async () => void (await this.flush()),
      afterTurn: () => {
        if (!this.#closed) this.showNewest();
      },
      onOvertaken: () => toast.note(copy.chat.overtaken),
    });
    this.#talk = new Talk({
      chat: this.chat,
      queue: this.queue,
      name: () => this.#name,
      rename: (name) => this.#renameSoon(name),
      load: (app) => loadApp(this.chat, this.workspace, app),
      closed: () => this.#closed,
      onRest,
    });
    this.#edits = new DraftEdits({
      workspace: this.workspace,
      // Whose edits these are; another person never gets them.
      keeper: new EditKeeper(draft.draftId, session.user?.userId ?? null),
      edits,
      onSaved: () => {
        this.#reached = true;
        this.followPreview();
      },
    });
    this.showNewest();
    this.#listen(conversationId);
  }

  #listen(conversationId: string): void {
    this.#leaving.push(
      followDraft({
        draftId: this.draftId,
        conversationId,
        token: this.token,
        onNews: (news) => void this.#hear(news),
        onEnd: ({ code }) => {
          if (code === 'unauthenticated') void session.check();
          else this.#gone = true;
        },
        onReach: (reached) => (this.#reached = reached),
      }),
    );
    const keep = (): void => {
      this.#edits.keepNow();
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

  /** @see Talk.say */
  say(prompt: Prompt): Promise<void> {
    return this.#talk.say(prompt);
  }

  /** @see Talk.startFrom */
  startFrom(app: ChosenApp): Promise<string | null> {
    return this.#talk.startFrom(app);
  }

  get name(): string {
    return this.#name;
  }

  /** The app this draft publishes to; null before it was published. */
  get app(): App {
    return this.#app;
  }

  /** What was typed and is not saved yet. */
  get buffers(): Buffers {
    return this.#edits.buffers;
  }

  /** Whether what is not on the server is at least kept in this browser. */
  get kept(): boolean {
    return this.#edits.kept;
  }

  /** @see DraftEdits.type */
  type(path: string, edited: EditedText): void {
    this.#edits.type(path, edited);
  }

  /** @see DraftEdits.flush */
  flush(): Promise<boolean> {
    return this.#edits.flush();
  }

  /** @see DraftEdits.rebase */
  rebase(): void {
    this.#edits.rebase();
  }

  /** @see DraftEdits.revertFile */
  revertFile(change: FileChange): Promise<boolean> {
    return this.#edits.revertFile(change);
  }

  keepMine(path: string): void {
    this.#edits.keepMine(path);
  }

  takeTheirs(path: string): void {
    this.#edits.takeTheirs(path);
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
    return this.buffers.size === 0 && isPublished(this.#published, this.workspace.state);
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
    this.#edits.close();
    this.#preview.stop();
    this.chat.stop(TurnStop.sessionEnded());
    this.left();
  }

  /** Nobody looks at it any more: it hears of nothing, and what is kept is for whoever opens the draft next. */
  left(): void {
    for (const leave of this.#leaving.splice(0)) leave();
    this.#edits.left();
  }

  /** Keeps in this tab what the server does not have yet, for when its person is signed in again. */
  keepEdits(): void {
    this.#edits.keepInTab();
  }

  /** What the preview shows or is to show. */
  get target(): PreviewLoad | null {
    return this.#preview.load;
  }

  /** The older revision that is looked at on purpose; null while the preview follows the newest. */
  get lookedAt(): number | null {
    return this.#preview.lookedAt;
  }

  /** @see PreviewTarget.showNewest */
  showNewest(again = false): void {
    this.#preview.showNewest(again);
  }

  /** @see PreviewTarget.reload */
  reloadPreview(): void {
    this.#preview.reload();
  }

  /** @see PreviewTarget.lookAt */
  lookAt(revision: number, url: string): Promise<void> {
    return this.#preview.lookAt(revision, url);
  }

  /** @see PreviewTarget.follow */
  followPreview(): void {
    this.#preview.follow();
  }
}
