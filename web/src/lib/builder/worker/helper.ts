/** What goes to a worker and what comes back, matched by number. */
export interface HelperCall<Request> {
  readonly id: number;
  readonly request: Request;
}
export type HelperAnswer<Answer> =
  { readonly id: number; readonly answer: Answer } | { readonly id: number; readonly error: string };

/** Why a worker gave no answer: it took too long and was ended, it was called off, or it failed with these words. */
export class HelperError extends Error {
  readonly reason: 'timeout' | 'cancelled' | 'failed';
  constructor(reason: HelperError['reason'], message: string) {
    super(message);
    this.name = 'HelperError';
    this.reason = reason;
  }
}

interface Waiting<Answer> {
  readonly id: number;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: HelperError) => void;
}

/**
 * A worker thread that does one thing at a time. It is made at the first call, and ended when a call takes longer than
 * it may: a pattern or an archive made to be slow costs that time and nothing else.
 */
export class Helper<Request, Answer> {
  readonly #make: () => Worker;
  #worker: Worker | null = null;
  #waiting: Waiting<Answer> | null = null;
  #calls = 0;

  /** @param make a module worker that answers with `serve` */
  constructor(make: () => Worker) {
    this.#make = make;
  }

  /** True while the worker is the one that earlier calls went to, so that what they left in it is still there. */
  get alive(): boolean {
    return this.#worker !== null;
  }

  /**
   * Asks the worker; a call that still runs is called off.
   * @param limit milliseconds until the worker is ended
   * @throws HelperError
   */
  ask(request: Request, limit: number): Promise<Answer> {
    if (this.#waiting !== null) this.end();
    const worker = (this.#worker ??= this.#start());
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#stop(new HelperError('timeout', 'It took too long.')), limit);
      this.#waiting = { id, timer, resolve, reject };
      worker.postMessage({ id, request } satisfies HelperCall<Request>);
    });
  }

  /** Ends the worker; who waits for it hears that it was called off. */
  end(): void {
    this.#stop(new HelperError('cancelled', 'It was called off.'));
  }

  #start(): Worker {
    const worker = this.#make();
    worker.addEventListener('message', ({ data }: MessageEvent<HelperAnswer<Answer>>) => {
      const waiting = this.#waiting;
      if (waiting?.id !== data.id) return;
      this.#waiting = null;
      clearTimeout(waiting.timer);
      if ('error' in data) waiting.reject(new HelperError('failed', data.error));
      else waiting.resolve(data.answer);
    });
    worker.addEventListener('error', (event) =>
      this.#stop(new HelperError('failed', event.message || 'The worker did not start.')),
    );
    return worker;
  }

  #stop(error: HelperError): void {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting === null) return;
    clearTimeout(waiting.timer);
    waiting.reject(error);
  }
}
