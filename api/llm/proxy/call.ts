import type { Logger } from 'pino';
import type { Reservation } from './budget.ts';
import type { Usage } from './usage-reader.ts';

/** One call that is under way: what it holds, and how all of that is given back, exactly once. */
export class Call {
  /** Aborts when the client leaves and when the call ends. */
  readonly signal: AbortSignal;
  reservation: Reservation | null = null;
  sentBytes: () => number = () => 0;
  readonly #client: AbortSignal;
  readonly #leaving = new AbortController();
  readonly #freePlace: () => void;
  readonly #log: Logger;
  #ended = false;

  constructor(freePlace: () => void, client: AbortSignal, log: Logger) {
    this.#freePlace = freePlace;
    this.#log = log;
    this.#client = client;
    this.signal = AbortSignal.any([client, this.#leaving.signal]);
  }

  /**
   * Ends the call when the client leaves, with what was used until then: an answer that nobody has begun to read is not
   * cancelled by anybody else.
   */
  endWhenClientLeaves(usage: () => Usage): void {
    const leave = (): void => void this.end(usage());
    if (this.#client.aborted) leave();
    else this.#client.addEventListener('abort', leave, { once: true });
  }

  /** Stops the upstream, frees the person's place and turns the reservation into what was used. */
  async end(usage: Usage): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#leaving.abort();
    this.#freePlace();
    try {
      await this.reservation?.settle(usage);
    } catch (error) {
      // A database that is away must not spoil an answer that is complete; the estimate stays counted.
      this.#log.error({ err: error }, 'the token usage of a call could not be recorded');
    }
  }
}
