import type { LanguageModel, ToolSet } from 'ai';
import { TurnContext } from './context/context.ts';
import { shortened } from './context/shorten.ts';
import { isTooLong } from './context/window.ts';
import { describeFailure, isUnwantedCall } from './failure-words.ts';
import { brokenLooksInARow, failuresInARow, FAILURES_IN_A_ROW, STEPS_PER_TURN } from './guards.ts';
import { textOf, toolCallOf, type AgentMessage, type AgentPart } from './message.ts';
import { LAST_STEP } from './prompts/last-step.ts';
import { longestAnswer, type ModelChoice } from './providers.ts';
import { runStep, type StepResult } from './step.ts';
import type { SubjectWork, TurnSubject } from './subject.ts';
import { CallLedger } from './tools/call-ledger.ts';
import { guardedTools, type CallToRun } from './tools/tool-set.ts';
import {
  isOvertaken,
  isRefusedForGood,
  settled,
  withCall,
  withOwnIds,
  type TranscriptStore,
} from './transcript.ts';
import { TurnAnswer } from './turn-answer.ts';
import { TurnStop } from './turn-stop.ts';
import { TURN_WORDS } from './turn-words.ts';
import { WorkspaceError } from './workspace.ts';

export interface TurnRequest {
  readonly choice: ModelChoice;
  readonly model: LanguageModel;
  readonly subject: TurnSubject;
  readonly store: TranscriptStore;
  /** Everything said before, restored. */
  readonly history: readonly AgentMessage[];
  /** What the person says now. */
  readonly message: AgentMessage;
  /** Stop: what was done is kept. */
  readonly signal: AbortSignal;
  /** The answer as it grows, for the screen. */
  readonly onAnswer: (answer: AgentMessage) => void;
  /** Awaited before a lost connection counts as a failure: a page that is about to go loses its connections first. */
  readonly onLost?: () => Promise<void>;
  readonly stepsPerTurn?: number;
}

/** Times that a turn is not let end because what was made is broken. */
const CHECKS_PER_TURN = 3;
/** An answer that the server finds too large keeps this much of each text of its calls. */
const STORABLE = { keep: 0, characters: 1_000 };
/** Times that a request is made shorter because the provider called it too long. */
const SQUEEZES = 2;

/**
 * One turn: the person's message, then model calls and tools until the model has nothing more to do and the
 * subject has no errors, or a guard, an error or Stop ends it. Changes are saved by each tool, the transcript before each tool that
 * writes and after each step. The outcome is saved with the answer. A turn that could not be saved comes back as failed.
 * @throws WorkspaceError when the message itself is refused, such as `conflict` when something else was said in the
 *   conversation meanwhile, or `too_large`: nothing was begun, and nothing is stored
 */
export async function runTurn(request: TurnRequest): Promise<AgentMessage> {
  const turn = new Turn(request);
  try {
    await turn.begin();
    await turn.run();
  } catch (error) {
    if (!turn.hasBegun && isRefusedForGood(error)) throw error;
    await turn.end(error);
  }
  await turn.finish();
  return turn.answer.message;
}

class Turn {
  readonly answer: TurnAnswer;
  hasBegun = false;
  readonly #request: TurnRequest;
  readonly #ledger = new CallLedger();
  readonly #steps: number;
  /** The subject, once the turn has it in hand. */
  #work: SubjectWork | null = null;
  #told = 0;
  /** The revision that the problems were found in. */
  #checked: number | null = null;
  /** Where the parts of the step begin that runs. */
  #from = 0;
  /** Why the transcript could not be saved before a write, which then did not happen. */
  #unsaved: unknown = null;

  constructor(request: TurnRequest) {
    const { choice, subject, message, onAnswer } = request;
    this.#request = request;
    this.#steps = request.stepsPerTurn ?? STEPS_PER_TURN;
    this.answer = new TurnAnswer(choice, subject.revision, message, onAnswer);
  }

  /** The message and the answer to come are stored, or nothing runs. */
  async begin(): Promise<void> {
    await this.#request.store.save([this.#request.message, this.answer.message]);
    this.hasBegun = true;
  }

  async run(): Promise<void> {
    const { answer } = this;
    const { subject, message, signal, choice } = this.#request;
    const work = await subject.begin({
      message,
      messageId: answer.message.id,
      vision: choice.facts?.vision === true,
    });
    this.#work = work;
    const { instructions, mentioned } = work;
    const tools = guardedTools(work.tools, {
      ledger: this.#ledger,
      revision: () => subject.revision,
      beforeWrite: (call) => this.#announce(call),
    });
    const context = new TurnContext(choice.facts, instructions);
    for (let step = 1; step <= this.#steps; step += 1) {
      if (signal.aborted) return answer.stop(signal.reason);
      const isLast = step === this.#steps;
      const before = answer.parts.length;
      const result = await this.#think({ context, tools, instructions, mentioned, isLast });
      if (result.aborted) return answer.stop(signal.reason);
      if (this.#unsaved !== null) throw this.#unsaved;
      if (isLast && isUnwantedCall(result.error)) break;
      if (result.error !== null) throw result.error;
      const stuck = this.#stuck();
      if (stuck !== null) return answer.fail(stuck);
      const added = answer.parts.slice(before);
      if (!added.some((part) => toolCallOf(part) !== null)) {
        const flaw = flawOf(result, added, isLast);
        if (flaw !== null) return answer.fail(flaw);
        if (await this.#finished(work, isLast)) return;
      }
      await this.#save();
    }
    await this.#finished(work, true);
  }

  /** One call of the model with its tools; again, with less, when the provider finds it too long. */
  async #think(step: {
    readonly context: TurnContext;
    readonly tools: ToolSet;
    readonly instructions: string;
    readonly mentioned: string | null;
    readonly isLast: boolean;
  }): Promise<StepResult> {
    const { answer } = this;
    const { model, choice, history, message, signal } = this.#request;
    const { context, tools, instructions, mentioned, isLast } = step;
    const asked: AgentMessage =
      mentioned === null
        ? message
        : { ...message, parts: [...message.parts, { type: 'text', text: mentioned }] };
    for (let squeezes = 0; ; squeezes += 1) {
      const all = (): AgentMessage[] => [...history, asked, answer.message];
      const compacted = await context.compacted(history, all(), model, signal);
      if (compacted !== null) {
        answer.count(compacted.usage);
        answer.add({ type: 'data-summary', data: compacted.summary });
      }
      const before = answer.message;
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
        onParts: (parts) => answer.show({ ...before, parts: [...before.parts, ...parts] }),
      });
      // What the stream began goes on a moment longer than it; what it had only queued does not begin.
      ended.abort();
      await this.#ledger.idle();
      const streamed = { ...before, parts: [...before.parts, ...result.parts] };
      const done = this.#ledger.withEnds(streamed, this.#from);
      this.#ledger.forget();
      answer.show(withOwnIds(settled(done), this.#from, history));
      if (result.usage !== null || result.parts.length > 0) answer.count(result.usage);
      const tooLong = result.error !== null && isTooLong(result.error) && result.parts.length === 0;
      if (!tooLong || squeezes >= SQUEEZES || !context.squeeze(history)) return result;
    }
  }

  /** The call is stored before it may change anything, so that a change is never there without it. */
  async #announce(call: CallToRun): Promise<void> {
    try {
      const known = this.#ledger.withEnds(this.answer.message, this.#from);
      await this.#request.store.save([withCall(known, call)]);
    } catch (error) {
      this.#unsaved ??= error;
      throw error;
    }
  }

  /** Whether the turn may end here; otherwise the model is told what is wrong. */
  async #finished(work: SubjectWork, isLast: boolean): Promise<boolean> {
    const { answer } = this;
    const { subject, signal } = this.#request;
    const reason = isLast && this.#steps > 1 ? TURN_WORDS.steps(this.#steps) : null;
    // Nobody asked for repairs of what the person broke, and meanwhile they may go on by hand: it is only said.
    const spoke = answer.parts.every((part) => toolCallOf(part) === null);
    const { problems, faults, seenRunning } = await work.finish(signal);
    const wrote = !spoke && answer.hasWritten(subject.revision);
    this.#checked = subject.revision;
    answer.found(spoke ? faults : problems, wrote ? seenRunning : undefined);
    if (faults.length === 0 || !wrote) {
      answer.complete(reason);
      return true;
    }
    if (isLast || this.#told >= CHECKS_PER_TURN) {
      answer.fail(TURN_WORDS.remains(faults.length, subject.noun));
      return true;
    }
    this.#told += 1;
    answer.add({ type: 'data-check', data: { problems: faults } });
    const stuck = this.#stuck();
    if (stuck !== null) answer.fail(stuck);
    return stuck !== null;
  }

  /** Why it makes no sense to go on; null when it does. */
  #stuck(): string | null {
    const { parts } = this.answer;
    const { wayBack } = this.#request.subject;
    if (failuresInARow(parts) >= FAILURES_IN_A_ROW) return TURN_WORDS.failures(wayBack);
    if (this.#work?.circling === true) return TURN_WORDS.circles(wayBack);
    return brokenLooksInARow(parts) >= FAILURES_IN_A_ROW ? TURN_WORDS.broken(wayBack) : null;
  }

  /** Whatever is thrown once a stop was asked for belongs to the stop. */
  async end(error: unknown): Promise<void> {
    const { signal, onLost } = this.#request;
    const { code, message } = describeFailure(error);
    if (!signal.aborted && (code === 'network' || code === 'cut')) await onLost?.();
    if (signal.aborted) this.answer.stop(signal.reason);
    else if (isOvertaken(error)) this.answer.stop(TurnStop.wentOnElsewhere());
    else this.answer.fail(message);
  }

  /** Writes the end down, and stores it also where the conversation went on without this turn. */
  async finish(): Promise<void> {
    const { subject, signal } = this.#request;
    const { revision } = subject;
    const isNew = this.answer.hasWritten(revision) && this.#checked !== revision;
    const closing = signal.reason instanceof TurnStop && signal.reason.closing;
    const found = isNew && this.#work !== null ? await this.#work.problems(closing) : null;
    this.answer.finish(revision, found);
    try {
      await this.#saveEnd();
    } catch (error) {
      this.answer.notSaved(error);
    }
  }

  /** What is too large to be stored goes without the long texts of its calls. */
  async #saveEnd(): Promise<void> {
    try {
      await this.#save('anyway');
    } catch (error) {
      if (!(error instanceof WorkspaceError) || error.code !== 'too_large') throw error;
      const [short] = shortened([this.answer.message], STORABLE);
      if (short === undefined) throw error;
      this.answer.show(short);
      await this.#save('anyway');
    }
  }

  async #save(how?: 'behind' | 'anyway'): Promise<void> {
    await this.#request.store.save([this.answer.message], how);
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
