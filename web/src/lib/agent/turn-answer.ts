import type { LanguageModelUsage } from 'ai';
import type { Problem } from './checks/problem.ts';
import { isImage } from './context/images.ts';
import { describeFailure } from './failure-words.ts';
import { newMessageId, type AgentMessage, type AgentPart, type TurnMetadata } from './message.ts';
import type { ModelChoice } from './providers.ts';
import { settled } from './transcript.ts';
import { begun, counted } from './turn-record.ts';
import { TurnStop } from './turn-stop.ts';
import { TURN_WORDS } from './turn-words.ts';

/** The answer of a turn as it grows, and how the turn stands. */
export class TurnAnswer {
  #message: AgentMessage;
  #metadata: TurnMetadata;
  #calls = 0;
  readonly #choice: ModelChoice;
  readonly #onAnswer: (answer: AgentMessage) => void;

  /**
   * @param revision the newest one when the turn begins
   * @param asked what the person said
   */
  constructor(
    choice: ModelChoice,
    revision: number,
    asked: AgentMessage,
    onAnswer: (answer: AgentMessage) => void,
  ) {
    this.#choice = choice;
    this.#onAnswer = onAnswer;
    const metadata = begun(choice, revision);
    const blind = asked.parts.some(isImage) && choice.facts?.vision !== true;
    this.#metadata = blind ? { ...metadata, notes: [TURN_WORDS.noVision] } : metadata;
    this.#message = { id: newMessageId(), role: 'assistant', parts: [], metadata: this.#metadata };
  }

  get message(): AgentMessage {
    return this.#message;
  }

  get parts(): readonly AgentPart[] {
    return this.#message.parts;
  }

  /** Whether this revision is another one than when the turn began. */
  hasWritten(revision: number): boolean {
    return revision !== this.#metadata.fromRevision;
  }

  /** Takes the place of what was shown before; the metadata stay. */
  show(answer: AgentMessage): void {
    this.#message = { ...answer, metadata: this.#metadata };
    this.#onAnswer(this.#message);
  }

  add(part: AgentPart): void {
    this.show({ ...this.#message, parts: [...this.#message.parts, part] });
  }

  /** One more call of the model. @param usage null: it ended before the provider told it */
  count(usage: LanguageModelUsage | null): void {
    this.#set(counted(this.#metadata, usage, this.#choice, this.#calls === 0));
    this.#calls += 1;
  }

  /** What the checks and the preview find. @param seenRunning undefined: nothing was written that could run */
  found(problems: readonly Problem[], seenRunning: boolean | undefined): void {
    this.#set({ problems, ...(seenRunning !== undefined && { seenRunning }) });
  }

  complete(reason: string | null): void {
    this.#set({ outcome: 'completed', reason });
  }

  fail(reason: string): void {
    this.#set({ outcome: 'failed', reason });
  }

  /** @param why the reason of an abort signal; anything but a `TurnStop` is the person's own Stop */
  stop(why: unknown): void {
    const { message } = why instanceof TurnStop ? why : TurnStop.byPerson();
    this.#set({ outcome: 'stopped', reason: message });
  }

  /** The end is not durable: whoever loads this conversation finds an interrupted turn. */
  notSaved(error: unknown): void {
    const said = TURN_WORDS.notSaved(describeFailure(error).message);
    const { outcome, reason } = this.#metadata;
    if (outcome === 'stopped') this.#set({ reason: `${reason ?? ''} ${said}` });
    else this.fail(said);
    this.#onAnswer(this.#message);
  }

  /**
   * Writes down when and where it ended.
   * @param revision the newest one by then
   * @param found what the checks find then; null: what was found before still holds
   */
  finish(revision: number, found: readonly Problem[] | null): void {
    this.#set({
      endedAt: new Date().toISOString(),
      toRevision: revision,
      problems: (found ?? this.#metadata.problems).slice(0, 20),
    });
    this.show(settled(this.#message));
  }

  #set(change: Partial<TurnMetadata>): void {
    this.#metadata = { ...this.#metadata, ...change };
    this.#message = { ...this.#message, metadata: this.#metadata };
  }
}
