import type { Logger } from 'pino';
import { sessionEnded } from '../../accounts/session-ended.ts';
import type { Lease } from './calls.ts';
import { UpstreamFailure } from './upstream-failure.ts';
import type { Usage } from './usage-reader.ts';

/**
 * Tokens that a model makes in a second, counted for what it may have made unseen before its reader left: thinking is
 * not streamed, and would cost nobody anything otherwise.
 */
const TOKENS_PER_SECOND = 50;

export interface CallOptions {
  readonly lease: Lease;
  /** Aborts when the client goes away. */
  readonly client: AbortSignal;
  /** Aborts when the client's session ends. */
  readonly session: AbortSignal;
  /** Called once, when the call ends. */
  readonly onEnd: () => void;
  readonly log: Logger;
}

/** One call that is under way: what it holds, and how all of that is given back, exactly once. */
export class Call {
  /** Aborts when the client leaves or its session ends, and when the call ends. */
  readonly signal: AbortSignal;
  /** The most that the call may take; what nobody reported is never counted beyond it. */
  mostOutput = Infinity;
  readonly #lease: Lease;
  readonly #session: AbortSignal;
  /** The client, for as long as it is signed in. */
  readonly #reader: AbortSignal;
  readonly #onEnd: () => void;
  readonly #leaving = new AbortController();
  readonly #log: Logger;
  #askedAt: number | null = null;
  #model = '';
  #ended = false;

  constructor({ lease, client, session, onEnd, log }: CallOptions) {
    this.#lease = lease;
    this.#log = log;
    this.#session = session;
    this.#reader = AbortSignal.any([client, session]);
    this.#onEnd = onEnd;
    this.signal = AbortSignal.any([this.#reader, this.#leaving.signal]);
  }

  /** Nobody is there who may read the answer. */
  get isLeft(): boolean {
    return this.#reader.aborted;
  }

  /** What to say when that is the reason: the session's end, to who is still there to hear it. Null when it is not. */
  whyLeft(cause: unknown): Error | null {
    if (this.#session.aborted) return sessionEnded();
    return this.isLeft ? new UpstreamFailure('left', cause) : null;
  }

  /** Sets tokens aside. @throws ApiError rate_limited */
  reserve(tokens: number): Promise<void> {
    return this.#lease.reserve(tokens);
  }

  /** From now on the provider works. */
  asking(): void {
    this.#askedAt = performance.now();
  }

  /** The provider answers; what is used from now on is counted under the model that was asked. */
  answeredBy(model: string): void {
    this.#model = model;
  }

  /** What was used when the client left before the provider told it: at least what the time allows for. */
  unseen({ inputTokens, outputTokens }: Usage): Usage {
    const seconds = this.#askedAt === null ? 0 : (performance.now() - this.#askedAt) / 1_000;
    const made = Math.min(this.mostOutput, Math.floor(seconds * TOKENS_PER_SECOND));
    return { inputTokens, outputTokens: Math.max(outputTokens, made) };
  }

  /**
   * Ends the call when the client leaves or its session ends, with what was used until then: an answer that nobody has begun to read is not
   * cancelled by anybody else.
   */
  endWhenClientLeaves(usage: () => Usage): void {
    const leave = (): void => void this.end(usage());
    if (this.#reader.aborted) leave();
    else this.#reader.addEventListener('abort', leave, { once: true });
  }

  /** Stops the upstream, frees the person's place and turns what was set aside into what was used. */
  async end(usage: Usage): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#leaving.abort();
    this.#onEnd();
    try {
      await this.#lease.settle(usage, this.#model);
    } catch (error) {
      // A database that is away must not spoil an answer that is complete; the call expires and is counted then.
      this.#log.error({ err: error }, 'the token usage of a call could not be recorded');
    }
  }
}
