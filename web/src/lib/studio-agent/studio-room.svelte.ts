import type { KindId } from '@platform/api/content/kinds.ts';
import type { AgentMessage } from '#lib/agent/message.ts';
import { TurnStop } from '#lib/agent/turn-stop.ts';
import { Chat } from '#lib/builder/chat.svelte.ts';
import { Composer } from '#lib/builder/composer.svelte.ts';
import { copy as chatCopy } from '#lib/builder/copy.ts';
import { PromptQueue } from '#lib/builder/prompt-queue.svelte.ts';
import type { Prompt } from '#lib/builder/prompt.ts';
import { ServerTranscript } from '#lib/builder/stores.ts';
import { Talk } from '#lib/builder/talk.ts';
import type { ProjectContent } from '#lib/projects/project-content.ts';
import type { ProjectEdits } from '#lib/projects/project-edits.svelte.ts';
import { session } from '#lib/session.svelte.ts';
import { toast } from '#lib/ui/toast.ts';
import { copy } from './copy.ts';
import { holdStudio } from './edits-desk.ts';
import { TurnUndo } from './turn-undo.svelte.ts';

export interface StudioRoomParts {
  readonly projectId: string;
  readonly kind: KindId;
  readonly title: () => string;
  readonly edits: ProjectEdits;
}

/** The rooms of this page; a turn never goes on under another session. */
const rooms = new Set<StudioRoom>();
session.onChange(() => {
  if (rooms.size > 0) toast.note(copy.sessionEnded);
  for (const room of rooms) room.close(TurnStop.sessionEnded());
});

/**
 * The agent beside a Studio: one conversation for each project, kept on the server, and turns that work in the frame by
 * the protocol alone (spec 4.9). It lives as long as the page with the frame does.
 */
export class StudioRoom {
  readonly kind: KindId;
  readonly chat: Chat;
  readonly composer: Composer;
  readonly queue: PromptQueue;
  readonly #edits: ProjectEdits;
  readonly #talk: Talk;
  readonly #undo: TurnUndo;
  #before: ProjectContent | null = null;
  #closed = false;

  private constructor(
    { projectId, kind, title, edits }: StudioRoomParts,
    transcript: ServerTranscript,
    history: readonly AgentMessage[],
    token: string | null,
  ) {
    this.kind = kind;
    this.#edits = edits;
    this.composer = new Composer(projectId);
    this.queue = new PromptQueue(projectId);
    this.#undo = new TurnUndo(projectId);
    this.chat = new Chat({
      subject: () => holdStudio(edits, kind),
      revision: () => 0,
      transcript,
      token,
      history,
      // What a person typed last is part of the turn, and what was there can come back.
      beforeTurn: async () => {
        await edits.flush();
        this.#before = edits.content;
      },
      afterTurn: () => void this.#afterTurn(),
      onOvertaken: () => toast.note(chatCopy.chat.overtaken),
    });
    this.#talk = new Talk({
      chat: this.chat,
      queue: this.queue,
      name: title,
      // A document has its own title.
      rename: () => undefined,
      load: () => Promise.resolve(copy.notReady),
      closed: () => this.#closed,
      onRest: () => undefined,
    });
    rooms.add(this);
  }

  /** The room of a project with what was said in it before. @throws Failure as `ask` */
  static async open(parts: StudioRoomParts): Promise<StudioRoom> {
    const { token } = session;
    const transcript = new ServerTranscript({
      conversationId: `project-${parts.projectId}`,
      aboutId: parts.projectId,
      token,
      // A project keeps no revisions: what a cut turn had saved is simply there.
      madeSince: () => Promise.resolve([]),
    });
    transcript.title = parts.title;
    return new StudioRoom(parts, transcript, await transcript.load(), token);
  }

  /** @see Talk.say */
  say(prompt: Prompt): Promise<void> {
    return this.#talk.say(prompt);
  }

  /** What can be taken back or brought again now. */
  get undo(): { readonly back: ProjectContent | null; readonly again: ProjectContent | null } {
    const { content } = this.#edits;
    const idle = !this.chat.running && !this.#edits.isBehind;
    return idle
      ? { back: this.#undo.back(content), again: this.#undo.again(content) }
      : { back: null, again: null };
  }

  /** The page, or the session, is over. */
  close(why: TurnStop): void {
    this.#closed = true;
    rooms.delete(this);
    this.chat.stop(why);
  }

  async #afterTurn(): Promise<void> {
    const before = this.#before;
    await this.#edits.flush();
    if (before !== null) this.#undo.note(before, this.#edits.content);
  }
}
