/** Milliseconds in which a delete can be taken back; as long as its message is shown. */
const GRACE = 12_000;

interface Waiting {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly failed: (error: unknown) => void;
}

/** Deletes with an undo, for things that the server cannot bring back: it hears of them when the grace is over. */
export class DelayedDelete {
  readonly #waiting = new Map<string, Waiting>();
  readonly #run: (id: string) => Promise<void>;

  constructor(run: (id: string) => Promise<void>) {
    this.#run = run;
  }

  begin(id: string, failed: (error: unknown) => void): void {
    this.#waiting.set(id, { timer: setTimeout(() => this.#finish(id), GRACE), failed });
  }

  /** @returns whether it was still time */
  cancel(id: string): boolean {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return false;
    clearTimeout(waiting.timer);
    return this.#waiting.delete(id);
  }

  /** The page goes: whoever leaves has decided. */
  flush(): void {
    for (const id of [...this.#waiting.keys()]) this.#finish(id);
  }

  #finish(id: string): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    this.#run(id).catch(waiting.failed);
  }
}
