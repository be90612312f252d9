import type { FileUIPart } from 'ai';
import { failedAnswer, userMessage, type AgentMessage } from '#lib/agent/message.ts';
import type { ModelWait } from '#lib/agent/patience.ts';
import type { ModelChoice } from '#lib/agent/providers.ts';
import { isUnfinished } from '#lib/agent/recovery.ts';
import type { TurnSubject } from '#lib/agent/subject.ts';
import { isOvertaken, isRefusedForGood, OwingStore, withUnsaved } from '#lib/agent/transcript.ts';
import { TurnStop } from '#lib/agent/turn-stop.ts';
import type { TurnRequest } from '#lib/agent/turn.ts';
import { Failure } from '#lib/graphql/failure.ts';
import { copy } from './copy.ts';
import { AgentMissing, fromAgent, reasonOf, unsentWords } from './not-sent.ts';
import type { ServerTranscript } from './stores.ts';

export interface ChatParts {
  /** What a turn of this chat works on; asked for as each begins. */
  readonly subject: () => Promise<HeldSubject>;
  /** Number of the newest state of that. */
  readonly revision: () => number;
  readonly transcript: ServerTranscript;
  /** The session whose chat this is; a turn never goes on under another one. */
  readonly token: string | null;
  readonly history: readonly AgentMessage[];
  /** Called before a turn, so that what was typed in the editor is part of it. */
  readonly beforeTurn: () => Promise<void>;
  readonly afterTurn: (answer: AgentMessage) => void;
  /** Another device was faster: the turn did not begin, and its message was not stored. */
  readonly onOvertaken: () => void;
}

/** A subject, and what to let go of when its turn has ended. */
export interface HeldSubject {
  readonly subject: TurnSubject;
  readonly end: () => void;
}

/** Milliseconds from the end of a page's connections to that of the page, when it is reloaded. */
const PAGE_GOES = 1_500;

/** One chat: what was said, and the turn that runs. */
export class Chat {
  readonly #parts: ChatParts;
  readonly #store: OwingStore;
  #messages: readonly AgentMessage[];
  #stop: AbortController | null = null;
  #phase = $state<'idle' | 'running' | 'stopping'>('idle');
  #elsewhere = $state(false);
  #startedAt = $state(0);
  #wait = $state.raw<ModelWait | null>(null);
  #frame = 0;

  constructor(parts: ChatParts) {
    this.#parts = parts;
    this.#store = new OwingStore(parts.transcript);
    this.#messages = $state.raw(parts.history);
    if (parts.history.some(isUnfinished)) void this.#follow();
    else this.#store.owe(parts.transcript.takeMended());
  }

  get messages(): readonly AgentMessage[] {
    return this.#messages;
  }

  get running(): boolean {
    return this.#phase !== 'idle';
  }

  /** Stop was pressed and the turn is winding up. */
  get stopping(): boolean {
    return this.#phase === 'stopping';
  }

  /** A turn of this conversation runs in another tab; none begins here until it has ended. */
  get elsewhere(): boolean {
    return this.#elsewhere;
  }

  /** When the running turn began, in milliseconds since 1970. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** What the running turn waits for, when the model is busy; null when it does not. */
  get wait(): ModelWait | null {
    return this.#wait;
  }

  /**
   * Runs a turn. Resolves when it has ended, however that was.
   * @returns null; or why none was begun, in words: one runs here or in another tab, another device was faster, or the
   *   message could not be stored. It is not part of the chat then
   */
  async send(text: string, choice: ModelChoice, images: readonly FileUIPart[] = []): Promise<string | null> {
    const { token, subject, onOvertaken } = this.#parts;
    const end = await this.#hold(userMessage(text.trim(), images), choice, async () => {
      const load = Promise.all([import('#lib/agent/turn.ts'), import('#lib/agent/providers.ts')]);
      const [{ runTurn }, { createModel }] = await fromAgent(load);
      const model = createModel(choice, {
        proxyUrl: `${location.origin}/api/llm`,
        token: () => token,
        onWait: (wait) => (this.#wait = wait),
      });
      const onLost = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAGE_GOES));
      const held = await subject();
      return {
        run: (turn) => runTurn({ ...turn, choice, model, subject: held.subject, onLost }),
        end: held.end,
      };
    });
    if (end === 'ran') return null;
    if (end === 'overtaken') onOvertaken();
    return typeof end === 'string' ? copy.chat.waiting.held : unsentWords(end.error);
  }

  /**
   * Does something that a person chose, as a turn without a model. Resolves when that has ended, however that was.
   * @param prepare loads what it takes @returns null; or why it was not begun
   */
  async act(text: string, prepare: () => Promise<Act>): Promise<NotBegun | null> {
    const end = await this.#hold(userMessage(text), NOBODY, prepare);
    return end === 'ran' ? null : end;
  }

  /** Ends the running turn; what was done stays. */
  stop(why: TurnStop = TurnStop.byPerson()): void {
    if (this.#stop === null) return;
    this.#phase = 'stopping';
    this.#stop.abort(why);
  }

  /** Says a message and does what belongs to it, when nobody else is at it, and shows how that ended. */
  async #hold(message: AgentMessage, choice: ModelChoice, prepare: () => Promise<Act>): Promise<HoldEnd> {
    if (this.running) return 'held';
    const stop = new AbortController();
    this.#stop = stop;
    this.#phase = 'running';
    this.#startedAt = Date.now();
    const before = this.#messages;
    this.#messages = [...before, message];
    let end = null as TurnEnd | null;
    let began = false;
    try {
      began = await this.#parts.transcript.lock.hold(async () => {
        end = await this.#turn(message, choice, prepare, stop.signal);
      });
    } finally {
      this.#stop = null;
      this.#phase = 'idle';
    }
    if (!began || end === null) {
      this.#messages = before;
      void this.#follow();
      return 'held';
    }
    if ('answer' in end) {
      this.#parts.afterTurn(end.answer);
      if (wentOnElsewhere(end.answer)) await this.#catchUp();
      return 'ran';
    }
    this.#showNow(before);
    if (!isOvertaken(end.error)) return end;
    await this.#catchUp();
    return 'overtaken';
  }

  /**
   * One turn with its lock held. Does not throw: whatever keeps it from beginning is a failed turn where the server can
   * keep that, else no turn.
   */
  async #turn(
    message: AgentMessage,
    choice: ModelChoice,
    prepare: () => Promise<Act>,
    signal: AbortSignal,
  ): Promise<TurnEnd> {
    const { transcript, beforeTurn, revision } = this.#parts;
    let history: readonly AgentMessage[] = this.#messages.slice(0, -1);
    let answer: AgentMessage;
    const preparing = prepare();
    try {
      // Another tab may have gone on meanwhile.
      const [act, isStale] = await Promise.all([preparing, transcript.isStale(), beforeTurn()]);
      if (isStale) history = withUnsaved(await transcript.load(), history);
      history = await transcript.settled(history);
      this.#store.owe(transcript.takeMended());
      answer = await act.run({
        store: this.#store,
        history,
        message,
        signal,
        onAnswer: (growing) => this.#show([...history, message, growing]),
      });
    } catch (error) {
      if (isRefusedForGood(error)) return { error };
      const reason =
        error instanceof AgentMissing ? copy.chat.agentMissing : copy.chat.notBegun(reasonOf(error));
      answer = failedAnswer(choice, revision(), reason);
      if (!(await this.#keep([message, answer]))) return { error };
    } finally {
      // What could not be prepared holds nothing.
      void preparing.then(
        (act) => act.end(),
        () => undefined,
      );
    }
    this.#showNow([...history, message, answer]);
    return { answer };
  }

  /** Keeps a turn that could not begin. @returns false when the server does not; then it is not to be saved later either */
  async #keep(turn: readonly AgentMessage[]): Promise<boolean> {
    try {
      await this.#store.save(turn);
      return true;
    } catch {
      // The person is told why it could not begin, which mostly is the same.
      this.#store.forget(turn);
      return false;
    }
  }

  /** Another tab runs a turn: nothing begins here before it has ended; then its end is shown. */
  async #follow(): Promise<void> {
    if (this.#elsewhere) return;
    this.#elsewhere = true;
    await this.#parts.transcript.lock.freed();
    this.#elsewhere = false;
    await this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      // What is shown stays: before the next turn it is asked for again, and the failure is told then.
      if (!(error instanceof Failure)) throw error;
    }
  }

  /**
   * Shows what was said elsewhere; nothing that was said here and is not saved yet goes away for it. In the middle of a
   * turn of this page there is nothing to take over. @throws Failure as `ask`
   */
  async refresh(): Promise<void> {
    if (this.running) return;
    const messages = await this.#parts.transcript.load();
    if (this.running) return;
    this.#showNow(withUnsaved(messages, this.#messages));
    if (messages.some(isUnfinished)) void this.#follow();
  }

  /** A fast stream changes the answer more often than a screen can show. */
  #show(messages: readonly AgentMessage[]): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => (this.#messages = messages));
  }

  #showNow(messages: readonly AgentMessage[]): void {
    cancelAnimationFrame(this.#frame);
    this.#messages = messages;
  }
}

/** What is done about a message. */
export interface Act {
  readonly run: (
    turn: Pick<TurnRequest, 'store' | 'history' | 'message' | 'signal' | 'onAnswer'>,
  ) => Promise<AgentMessage>;
  /** Lets go of what it held; called once, whatever happened. */
  readonly end: () => void;
}

/** How a turn ended; with an error none was begun. */
type TurnEnd = { readonly answer: AgentMessage } | { readonly error: unknown };

/** Whether a turn was begun: `held` by another one, `overtaken` by another device, or with what kept it from beginning. */
type HoldEnd = 'ran' | NotBegun;

/** Why no turn was begun: one runs here or elsewhere, another device was faster, or what kept it from beginning. */
export type NotBegun = 'held' | 'overtaken' | { readonly error: unknown };

/** Who answers where no model is asked. */
const NOBODY: ModelChoice = { provider: '', model: '' };

function wentOnElsewhere({ metadata }: AgentMessage): boolean {
  return metadata?.reason === TurnStop.wentOnElsewhere().message;
}
