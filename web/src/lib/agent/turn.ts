import type { LanguageModel, LanguageModelUsage } from 'ai';
import { checkDraft, type DraftCheck } from './checks/draft.ts';
import { TurnContext } from './context/context.ts';
import { isImage } from './context/images.ts';
import { mentionNote } from './context/mentions.ts';
import { shortened } from './context/shorten.ts';
import { isTooLong } from './context/window.ts';
import { describeFailure, isUnwantedCall } from './failure-words.ts';
import { checkFinish } from './finish-check.ts';
import {
  brokenLooksInARow,
  CircleGuard,
  failuresInARow,
  FAILURES_IN_A_ROW,
  STEPS_PER_TURN,
} from './guards.ts';
import type { MarketSource } from './market.ts';
import {
  newMessageId,
  textOf,
  toolCallOf,
  type AgentMessage,
  type AgentPart,
  type TurnMetadata,
} from './message.ts';
import type { PreviewLog } from './preview-log.ts';
import { appPrompt } from './prompts/app.ts';
import { LAST_STEP } from './prompts/last-step.ts';
import { longestAnswer, type ModelChoice } from './providers.ts';
import { runStep, type StepResult } from './step.ts';
import { CallLedger } from './tools/call-ledger.ts';
import { SeenFiles } from './tools/seen-files.ts';
import { toolSet, type CallToRun } from './tools/tool-set.ts';
import { isOvertaken, settled, withCall, withOwnIds, type TranscriptStore } from './transcript.ts';
import { begun, counted } from './turn-record.ts';
import { TurnStop } from './turn-stop.ts';
import { TURN_WORDS } from './turn-words.ts';
import { WorkspaceError, type DraftWorkspace } from './workspace.ts';

export interface TurnRequest {
  readonly choice: ModelChoice;
  readonly model: LanguageModel;
  readonly workspace: DraftWorkspace;
  readonly market: MarketSource;
  readonly preview: PreviewLog;
  /** Where the draft is checked; right here when it is left out. */
  readonly check?: DraftCheck;
  readonly store: TranscriptStore;
  /** Everything said before, restored. */
  readonly history: readonly AgentMessage[];
  /** What the person says now. */
  readonly message: AgentMessage;
  /** Stop: what was done is kept. */
  readonly signal: AbortSignal;
  /** The answer as it grows, for the screen. */
  readonly onAnswer: (answer: AgentMessage) => void;
  readonly stepsPerTurn?: number;
}

/** Times that a turn is not let end because the app is broken. */
const CHECKS_PER_TURN = 3;
/** An answer that the server finds too large keeps this much of each text of its calls. */
const STORABLE = { keep: 0, characters: 1_000 };
/** Times that a request is made shorter because the provider called it too long. */
const SQUEEZES = 2;

/**
 * One turn: the person's message, then model calls and tools until the model has nothing more to do and the app has no
 * errors, or a guard, an error or Stop ends it. Files are saved by each tool, the transcript before each tool that
 * writes and after each step. The outcome is saved with the answer. A turn that could not be saved comes back as failed.
 * @throws WorkspaceError `conflict` when something else was said in the conversation meanwhile: nothing was begun
 */
export async function runTurn(request: TurnRequest): Promise<AgentMessage> {
  const turn = new Turn(request);
  try {
    await turn.begin();
    await turn.run();
  } catch (error) {
    if (!turn.hasBegun && isOvertaken(error)) throw error;
    turn.end(error);
  }
  await turn.finish();
  try {
    await turn.saveEnd();
  } catch (error) {
    turn.notSaved(error);
  }
  return turn.answer;
}

class Turn {
  answer: AgentMessage;
  hasBegun = false;
  readonly #request: TurnRequest;
  readonly #ledger = new CallLedger();
  readonly #circles = new CircleGuard();
  readonly #steps: number;
  readonly #check: DraftCheck;
  #metadata: TurnMetadata;
  #calls = 0;
  #told = 0;
  /** The revision that `problems` were found in. */
  #checked: number | null = null;
  /** Where the parts of the step begin that runs. */
  #from = 0;
  /** Why the transcript could not be saved before a write, which then did not happen. */
  #unsaved: unknown = null;

  constructor(request: TurnRequest) {
    const { choice, workspace, message } = request;
    this.#request = request;
    this.#check = request.check ?? ((draft) => Promise.resolve(checkDraft(draft)));
    this.#steps = request.stepsPerTurn ?? STEPS_PER_TURN;
    const metadata = begun(choice, workspace.state.revision);
    const blind = message.parts.some(isImage) && choice.facts?.vision !== true;
    this.#metadata = blind ? { ...metadata, notes: [TURN_WORDS.noVision] } : metadata;
    this.answer = { id: newMessageId(), role: 'assistant', parts: [], metadata: this.#metadata };
  }

  /** The message and the answer to come are stored, or nothing runs. */
  async begin(): Promise<void> {
    await this.#request.store.save([this.#request.message, this.answer]);
    this.hasBegun = true;
  }

  async save(how?: 'behind' | 'anyway'): Promise<void> {
    await this.#request.store.save([this.answer], how);
  }

  /**
   * Saves the answer as it ended, also where the conversation went on without it; what is too large to be stored goes
   * without the long texts of its calls.
   */
  async saveEnd(): Promise<void> {
    try {
      await this.save('anyway');
    } catch (error) {
      if (!(error instanceof WorkspaceError) || error.code !== 'too_large') throw error;
      const [short] = shortened([this.answer], STORABLE);
      if (short === undefined) throw error;
      this.#show(short);
      await this.save('anyway');
    }
  }

  async run(): Promise<void> {
    const { workspace, market, preview, message, signal, choice } = this.#request;
    const seen = new SeenFiles(workspace.state);
    const tools = toolSet(
      {
        workspace,
        seen,
        circles: this.#circles,
        check: this.#check,
        market,
        preview,
        messageId: this.answer.id,
      },
      { ledger: this.#ledger, beforeWrite: (call) => this.#announce(call) },
    );
    const instructions = appPrompt(workspace.state);
    const context = new TurnContext(choice.facts, instructions);
    const mentioned = mentionNote(message, workspace.state);
    for (let step = 1; step <= this.#steps; step += 1) {
      if (signal.aborted) return this.#stop();
      const isLast = step === this.#steps;
      const before = this.answer.parts.length;
      const result = await this.#think({ context, tools, instructions, mentioned, isLast });
      if (result.aborted) return this.#stop();
      if (this.#unsaved !== null) throw this.#unsaved;
      if (isLast && isUnwantedCall(result.error)) break;
      if (result.error !== null) throw result.error;
      const stuck = this.#stuck();
      if (stuck !== null) return this.fail(stuck);
      const added = this.answer.parts.slice(before);
      if (!added.some((part) => toolCallOf(part) !== null)) {
        const flaw = flawOf(result, added, isLast);
        if (flaw !== null) return this.fail(flaw);
        if (await this.#finished(isLast)) return;
      }
      await this.save();
    }
    await this.#finished(true);
  }

  /** One call of the model with its tools; again, with less, when the provider finds it too long. */
  async #think(step: {
    readonly context: TurnContext;
    readonly tools: ReturnType<typeof toolSet>;
    readonly instructions: string;
    readonly mentioned: string | null;
    readonly isLast: boolean;
  }): Promise<StepResult> {
    const { model, choice, history, message, signal } = this.#request;
    const { context, tools, instructions, mentioned, isLast } = step;
    const asked: AgentMessage =
      mentioned === null
        ? message
        : { ...message, parts: [...message.parts, { type: 'text', text: mentioned }] };
    for (let squeezes = 0; ; squeezes += 1) {
      const all = (): AgentMessage[] => [...history, asked, this.answer];
      const compacted = await context.compacted(history, all(), model, signal);
      if (compacted !== null) {
        this.#count(compacted.usage);
        this.#add({ type: 'data-summary', data: compacted.summary });
      }
      const before = this.answer;
      this.#from = before.parts.length;
      const ended = new AbortController();
      const result = await runStep({
        model,
        instructions,
        tools,
        maxOutputTokens: longestAnswer(choice),
        mayCall: !isLast,
        messages: context.view(all()),
        note: isLast ? LAST_STEP : null,
        signal: AbortSignal.any([signal, ended.signal]),
        onParts: (parts) => this.#show({ ...before, parts: [...before.parts, ...parts] }),
      });
      // What the stream began goes on a moment longer than it; what it had only queued does not begin.
      ended.abort();
      await this.#ledger.idle();
      const streamed = { ...before, parts: [...before.parts, ...result.parts] };
      const done = this.#ledger.withEnds(streamed, this.#from);
      this.#ledger.forget();
      this.#show(withOwnIds(settled(done), this.#from, history));
      if (result.usage !== null || result.parts.length > 0) this.#count(result.usage);
      const tooLong = result.error !== null && isTooLong(result.error) && result.parts.length === 0;
      if (!tooLong || squeezes >= SQUEEZES || !context.squeeze(history)) return result;
    }
  }

  /** The call is stored before it may change anything, so that a change is never there without it. */
  async #announce(call: CallToRun): Promise<void> {
    try {
      await this.#request.store.save([withCall(this.#ledger.withEnds(this.answer, this.#from), call)]);
    } catch (error) {
      this.#unsaved ??= error;
      throw error;
    }
  }

  /** Whether the turn may end here; otherwise the model is told what is wrong with the app. */
  async #finished(isLast: boolean): Promise<boolean> {
    const { workspace, preview, signal } = this.#request;
    if (this.answer.parts.every((part) => toolCallOf(part) === null)) {
      this.#complete(isLast);
      return true;
    }
    const { problems, faults, seenRunning } = await checkFinish(
      workspace.state,
      this.#check,
      preview,
      signal,
    );
    const wrote = workspace.state.revision !== this.#metadata.fromRevision;
    this.#checked = workspace.state.revision;
    this.#set({ problems, ...(wrote && { seenRunning }) });
    if (faults.length === 0 || !wrote) {
      this.#complete(isLast);
      return true;
    }
    if (isLast || this.#told >= CHECKS_PER_TURN) {
      this.fail(TURN_WORDS.remains(faults.length));
      return true;
    }
    this.#told += 1;
    this.#add({ type: 'data-check', data: { problems: faults } });
    const stuck = this.#stuck();
    if (stuck !== null) this.fail(stuck);
    return stuck !== null;
  }

  /** Why it makes no sense to go on; null when it does. */
  #stuck(): string | null {
    if (failuresInARow(this.answer.parts) >= FAILURES_IN_A_ROW) return TURN_WORDS.failures;
    if (this.#circles.circling) return TURN_WORDS.circles;
    return brokenLooksInARow(this.answer.parts) >= FAILURES_IN_A_ROW ? TURN_WORDS.broken : null;
  }

  /** Whatever is thrown once a stop was asked for belongs to the stop. */
  end(error: unknown): void {
    if (this.#request.signal.aborted) this.#stop();
    else if (isOvertaken(error)) this.#stop(TurnStop.wentOnElsewhere());
    else this.fail(describeFailure(error).message);
  }

  fail(reason: string): void {
    this.#set({ outcome: 'failed', reason });
  }

  /** The end is not durable: whoever loads this conversation finds an interrupted turn. */
  notSaved(error: unknown): void {
    const said = TURN_WORDS.notSaved(describeFailure(error).message);
    const { outcome, reason } = this.#metadata;
    if (outcome === 'stopped') this.#set({ reason: `${reason ?? ''} ${said}` });
    else this.fail(said);
    this.#request.onAnswer(this.answer);
  }

  /** Writes down when and where it ended, and what the checks find then. */
  async finish(): Promise<void> {
    const { workspace, signal } = this.#request;
    const { state } = workspace;
    const { fromRevision, problems } = this.#metadata;
    const wrote = state.revision !== fromRevision;
    const isNew = wrote && this.#checked !== state.revision;
    const closing = signal.reason instanceof TurnStop && signal.reason.closing;
    const found = isNew ? (closing ? checkDraft(state) : await this.#check(state)) : problems;
    this.#set({
      endedAt: new Date().toISOString(),
      toRevision: state.revision,
      problems: found.slice(0, 20),
    });
    this.#show(settled(this.answer));
  }

  #complete(atLimit: boolean): void {
    const limited = atLimit && this.#steps > 1;
    this.#set({ outcome: 'completed', reason: limited ? TURN_WORDS.steps(this.#steps) : null });
  }

  #stop(why: unknown = this.#request.signal.reason): void {
    const { message } = why instanceof TurnStop ? why : TurnStop.byPerson();
    this.#set({ outcome: 'stopped', reason: message });
  }

  #count(usage: LanguageModelUsage | null): void {
    this.#set(counted(this.#metadata, usage, this.#request.choice, this.#calls === 0));
    this.#calls += 1;
  }

  #add(part: AgentPart): void {
    this.#show({ ...this.answer, parts: [...this.answer.parts, part] });
  }

  #set(change: Partial<TurnMetadata>): void {
    this.#metadata = { ...this.#metadata, ...change };
    this.answer = { ...this.answer, metadata: this.#metadata };
  }

  #show(answer: AgentMessage): void {
    this.answer = { ...answer, metadata: this.#metadata };
    this.#request.onAnswer(this.answer);
  }
}

/** What is wrong with an answer in words alone; null when it is one. */
function flawOf({ finishReason }: StepResult, added: readonly AgentPart[], isLast: boolean): string | null {
  if (finishReason === 'content-filter') return TURN_WORDS.refused;
  if (finishReason === 'length') return TURN_WORDS.tooLong;
  const silent = textOf({ id: '', role: 'assistant', parts: [...added] }).trim() === '';
  // A model that would rather call another tool has not nothing to say.
  return silent && !isLast ? TURN_WORDS.empty : null;
}
