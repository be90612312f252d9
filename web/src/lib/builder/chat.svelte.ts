import type { MarketSource } from '#lib/agent/market.ts';
import { userMessage, type AgentMessage } from '#lib/agent/message.ts';
import type { PreviewLog } from '#lib/agent/preview-log.ts';
import type { ModelChoice } from '#lib/agent/providers.ts';
import type { TranscriptStore } from '#lib/agent/transcript.ts';
import { TurnStop } from '#lib/agent/turn-stop.ts';
import type { DraftWorkspace } from '#lib/agent/workspace.ts';

export interface ChatParts {
  readonly workspace: DraftWorkspace;
  readonly preview: PreviewLog;
  readonly market: MarketSource;
  readonly store: TranscriptStore;
  /** The session whose chat this is; a turn never goes on under another one. */
  readonly token: string | null;
  readonly history: readonly AgentMessage[];
  /** Called before a turn, so that what was typed in the editor is part of it. */
  readonly beforeTurn: () => Promise<void>;
  readonly afterTurn: (answer: AgentMessage) => void;
}

/** The chat of one draft: what was said, and the turn that runs. */
export class Chat {
  readonly #parts: ChatParts;
  #messages: readonly AgentMessage[];
  #stop: AbortController | null = null;
  #phase = $state<'idle' | 'running' | 'stopping'>('idle');
  #startedAt = $state(0);
  #frame = 0;

  constructor(parts: ChatParts) {
    this.#parts = parts;
    this.#messages = $state.raw(parts.history);
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

  /** When the running turn began, in milliseconds since 1970. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** Runs a turn. Resolves when it has ended, however that was; a second call while one runs does nothing. */
  async send(text: string, choice: ModelChoice): Promise<void> {
    if (this.running || text.trim() === '') return;
    const stop = new AbortController();
    this.#stop = stop;
    this.#phase = 'running';
    this.#startedAt = Date.now();
    const history = this.#messages;
    const message = userMessage(text.trim());
    this.#messages = [...history, message];
    const { workspace, preview, market, store, token, beforeTurn, afterTurn } = this.#parts;
    try {
      // The agent and its SDK come with the first turn, not with the page.
      const [{ runTurn }, { createModel }] = await Promise.all([
        import('#lib/agent/turn.ts'),
        import('#lib/agent/providers.ts'),
        beforeTurn(),
      ]);
      const answer = await runTurn({
        choice,
        model: createModel(choice, { proxyUrl: `${location.origin}/api/llm`, token: () => token }),
        workspace,
        market,
        preview,
        store,
        history,
        message,
        signal: stop.signal,
        onAnswer: (growing) => this.#show([...history, message, growing]),
      });
      this.#showNow([...history, message, answer]);
      afterTurn(answer);
    } finally {
      this.#stop = null;
      this.#phase = 'idle';
    }
  }

  /** Ends the running turn; what was done stays. */
  stop(why: TurnStop = TurnStop.byPerson()): void {
    if (this.#stop === null) return;
    this.#phase = 'stopping';
    this.#stop.abort(why);
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
