import { APICallError, type LanguageModelMiddleware } from 'ai';
import { saidOf, type ApiFailure } from './failure-words.ts';

/** A request to a model that waits until it is sent again. */
export interface ModelWait {
  /** Why, in a sentence. */
  readonly why: string;
  /** Whole seconds that it waits. */
  readonly seconds: number;
  /** When it is sent again, in milliseconds since 1970. */
  readonly until: number;
}

/** How often, and for how long at most, a request is sent again by itself. */
export const PATIENCE = {
  /** Times after a refusal for the moment: 429, 503, 529. */
  busy: 4,
  /** Times after any other failure that may pass, such as a lost connection. */
  failed: 2,
  /** Seconds of one wait. Who is told to wait longer is not kept waiting: the turn ends, and says when to go on. */
  mostSeconds: 120,
  /** Seconds before the first of them where nobody names a time; each further wait is twice as long. */
  firstSeconds: 2,
} as const;

const BUSY: ReadonlySet<number | undefined> = new Set([429, 503, 529]);
/** What the proxy advises a person to do, which is done here. */
const ADVICE = /\s*Please (wait a moment|try again)\.$/;

/**
 * Sends a request again that a provider or our own proxy refuses for the moment, or that gets no answer, after the time
 * that it names in `Retry-After`. All calls of a model go through it, so the SDK's own retries are switched off: they
 * tell nobody that they wait.
 * @param onWait told when a wait begins, and null when it is over; a stop ends it at once
 */
export function patience(onWait: (wait: ModelWait | null) => void): LanguageModelMiddleware {
  return {
    wrapStream: ({ doStream, params }) => patiently(doStream, params.abortSignal, onWait),
    wrapGenerate: ({ doGenerate, params }) => patiently(doGenerate, params.abortSignal, onWait),
  };
}

async function patiently<Result>(
  ask: () => PromiseLike<Result>,
  signal: AbortSignal | undefined,
  onWait: (wait: ModelWait | null) => void,
): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!APICallError.isInstance(error) || signal?.aborted === true) throw error;
      const seconds = secondsBefore(error, failures);
      if (seconds === null) throw error;
      const why = saidOf(error).replace(ADVICE, '');
      onWait({ why, seconds: Math.ceil(seconds), until: Date.now() + seconds * 1_000 });
      try {
        await pause(seconds * 1_000, signal);
      } finally {
        onWait(null);
      }
    }
  }
}

/** Seconds until a request is sent again that failed now and `failures` times before; null: it is not. */
function secondsBefore(error: ApiFailure, failures: number): number | null {
  const { isRetryable, responseHeaders, statusCode } = error;
  // The proxy says where asking again cannot help, such as with a key that is not accepted.
  if (!isRetryable || responseHeaders?.['x-should-retry'] === 'false') return null;
  const isBusy = BUSY.has(statusCode);
  if (failures >= (isBusy ? PATIENCE.busy : PATIENCE.failed)) return null;
  const named = Number(responseHeaders?.['retry-after'] ?? Number.NaN);
  if (!(named >= 0)) return PATIENCE.firstSeconds * 2 ** failures;
  return named <= PATIENCE.mostSeconds ? named : null;
}

/** @throws the reason of `signal` as soon as it is aborted */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
