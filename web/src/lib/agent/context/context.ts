import type { LanguageModel, LanguageModelUsage } from 'ai';
import type { AgentMessage, SummaryData } from '../message.ts';
import type { ModelFacts } from '../providers.ts';
import { planCompaction, summarise } from './compact.ts';
import { estimateTokens, tokensOfText } from './estimate.ts';
import { forModel } from './for-model.ts';
import { SHORTENINGS } from './shorten.ts';
import { windowOf, type Window } from './window.ts';

/** What a turn knows of the model's window, and how far it had to go to fit into it. */
export class TurnContext {
  readonly #facts: ModelFacts | undefined;
  readonly #window: Window;
  /** Tokens of instructions and tools, which go along with every call. */
  readonly #fixed: number;
  #shortening = 0;
  #mustCompact = false;

  constructor(facts: ModelFacts | undefined, instructions: string) {
    this.#facts = facts;
    this.#window = windowOf(facts);
    this.#fixed = tokensOfText(instructions) + TOOLS_TOKENS;
  }

  /** The messages as the model gets them. Once calls were shortened they stay so for the turn. */
  view(messages: readonly AgentMessage[]): AgentMessage[] {
    while (
      this.#shortening < SHORTENINGS.length - 1 &&
      this.#tokens(messages) > (this.#shortening === 0 ? this.#window.shortenAt : this.#window.summariseAt)
    ) {
      this.#shortening += 1;
    }
    return this.#forModel(messages);
  }

  /** Summarises older turns when what there is takes too much of the window. Null when that is not so. */
  async compacted(
    history: readonly AgentMessage[],
    messages: readonly AgentMessage[],
    model: LanguageModel,
    signal: AbortSignal,
  ): Promise<{ readonly summary: SummaryData; readonly usage: LanguageModelUsage | null } | null> {
    this.view(messages);
    if (!this.#mustCompact && this.#tokens(messages) <= this.#window.summariseAt) return null;
    const plan = planCompaction(history, this.#mustCompact ? 0 : this.#window.keep);
    this.#mustCompact = false;
    if (plan === null) return null;
    // A character is less than a token, so that this leaves the summary room.
    return summarise(plan, model, Math.floor(this.#window.shortenAt * 2), signal);
  }

  /**
   * The provider says that it was too long, whatever we thought.
   * @returns whether anything can be done about it
   */
  squeeze(history: readonly AgentMessage[]): boolean {
    const canShorten = this.#shortening < SHORTENINGS.length - 1;
    const canCompact = planCompaction(history, 0) !== null;
    if (canShorten) this.#shortening = SHORTENINGS.length - 1;
    this.#mustCompact = canCompact;
    return canShorten || canCompact;
  }

  #forModel(messages: readonly AgentMessage[]): AgentMessage[] {
    return forModel(messages, { vision: this.#facts?.vision ?? false, shortening: this.#shortening });
  }

  #tokens(messages: readonly AgentMessage[]): number {
    return this.#fixed + estimateTokens(this.#forModel(messages));
  }
}

/** The tools' names, descriptions and schemas. */
const TOOLS_TOKENS = 2_500;
