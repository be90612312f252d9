import type { LanguageModel } from 'ai';
import { checkDraft } from './checks/draft.ts';
import { describeFailure } from './failure-words.ts';
import { failuresInARow, FAILURES_IN_A_ROW, STEPS_PER_TURN } from './guards.ts';
import type { MarketSource } from './market.ts';
import { newMessageId, toolCallOf, type AgentMessage, type TurnMetadata } from './message.ts';
import type { PreviewLog } from './preview-log.ts';
import { appPrompt, LAST_STEP } from './prompts/app.ts';
import type { ModelChoice } from './providers.ts';
import { runStep } from './step.ts';
import { SeenFiles } from './tools/seen-files.ts';
import { toolSet } from './tools/tool-set.ts';
import { settled, type TranscriptStore } from './transcript.ts';
import { TurnStop } from './turn-stop.ts';
import type { DraftWorkspace } from './workspace.ts';

export interface TurnRequest {
  readonly choice: ModelChoice;
  readonly model: LanguageModel;
  readonly workspace: DraftWorkspace;
  readonly market: MarketSource;
  readonly preview: PreviewLog;
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

/**
 * One turn: the person's message, then model calls and tools until the model has nothing more to do, or a guard, an
 * error or Stop ends it. Files are saved by each tool, the transcript after each step, before the next begins. The
 * outcome is saved with the answer. Does not throw: a turn that could not be saved comes back as failed.
 */
export async function runTurn(request: TurnRequest): Promise<AgentMessage> {
  const turn = new Turn(request);
  try {
    await turn.save([request.message, turn.answer]);
    await turn.run();
  } catch (error) {
    turn.end(error);
  }
  turn.finish();
  try {
    await turn.save([turn.answer]);
  } catch (error) {
    turn.fail(`The end of this turn is not saved: ${describeFailure(error).message}`);
    request.onAnswer(turn.answer);
  }
  return turn.answer;
}

class Turn {
  answer: AgentMessage;
  readonly #request: TurnRequest;
  #metadata: TurnMetadata;

  constructor(request: TurnRequest) {
    const { choice, workspace } = request;
    this.#request = request;
    const revision = workspace.state.revision;
    this.#metadata = {
      outcome: 'running',
      reason: null,
      provider: choice.provider,
      model: choice.model,
      inputTokens: null,
      outputTokens: null,
      fromRevision: revision,
      toRevision: revision,
      problems: [],
      startedAt: new Date().toISOString(),
      endedAt: null,
    };
    this.answer = { id: newMessageId(), role: 'assistant', parts: [], metadata: this.#metadata };
  }

  async save(messages: readonly AgentMessage[]): Promise<void> {
    await this.#request.store.save(messages);
  }

  async run(): Promise<void> {
    const { workspace, market, preview, model, history, message, signal } = this.#request;
    const seen = new SeenFiles(workspace.state);
    const tools = toolSet({ workspace, seen, market, preview, messageId: this.answer.id });
    const instructions = appPrompt(workspace.state);
    const steps = this.#request.stepsPerTurn ?? STEPS_PER_TURN;
    for (let step = 1; step <= steps; step += 1) {
      if (signal.aborted) return this.#stop();
      const before = this.answer.parts.length;
      const isLast = step === steps;
      const result = await runStep({
        model,
        instructions,
        tools,
        mayCall: !isLast,
        history: [...history, message],
        answer: this.answer,
        note: isLast ? LAST_STEP : null,
        signal,
        onAnswer: (answer) => this.#show(answer),
      });
      this.#show(settled(result.answer));
      this.#count(result.usage);
      if (result.aborted) return this.#stop();
      if (result.error !== null) throw result.error;
      const called = this.answer.parts.slice(before).some((part) => toolCallOf(part) !== null);
      if (failuresInARow(this.answer.parts) >= FAILURES_IN_A_ROW) {
        return this.fail(
          `Stopped after ${FAILURES_IN_A_ROW} failed attempts in a row, so that no more is spent on the same fault. What was saved is kept. Say what to do differently, or go back to an earlier version in History.`,
        );
      }
      if (!called) return this.#complete(isLast && steps > 1);
      await this.save([this.answer]);
    }
  }

  /** Whatever is thrown once a stop was asked for belongs to the stop. */
  end(error: unknown): void {
    if (this.#request.signal.aborted) this.#stop();
    else this.fail(describeFailure(error).message);
  }

  fail(reason: string): void {
    this.#set({ outcome: 'failed', reason });
  }

  /** Writes down how it ended, and what the checks find then. */
  finish(): void {
    const { state } = this.#request.workspace;
    const wrote = state.revision !== this.#metadata.fromRevision;
    this.#set({
      endedAt: new Date().toISOString(),
      toRevision: state.revision,
      problems: wrote ? checkDraft(state).slice(0, 20) : [],
    });
    this.#show(settled(this.answer));
  }

  #complete(atLimit: boolean): void {
    this.#set({
      outcome: 'completed',
      reason: atLimit
        ? `This turn used all its ${this.#request.stepsPerTurn ?? STEPS_PER_TURN} steps. You can continue.`
        : null,
    });
  }

  #stop(): void {
    const why: unknown = this.#request.signal.reason;
    const { message } = why instanceof TurnStop ? why : TurnStop.byPerson();
    this.#set({ outcome: 'stopped', reason: message });
  }

  #count(usage: { inputTokens: number | undefined; outputTokens: number | undefined } | null): void {
    if (usage === null) return;
    const add = (sum: number | null, more: number | undefined): number | null =>
      more === undefined ? sum : (sum ?? 0) + more;
    this.#set({
      inputTokens: add(this.#metadata.inputTokens, usage.inputTokens),
      outputTokens: add(this.#metadata.outputTokens, usage.outputTokens),
    });
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
