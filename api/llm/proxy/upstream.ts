import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { UpstreamFailure } from './upstream-failure.ts';

export interface Timeouts {
  readonly connectMs: number;
  /** From the connection, and again from the last byte sent, to the first byte of the answer. */
  readonly firstByteMs: number;
  /** Between two pieces of the answer. */
  readonly idleMs: number;
  readonly totalMs: number;
}

export interface UpstreamRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  readonly signal: AbortSignal;
}

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Ends the exchange when it is left early. Fails with an UpstreamFailure. */
  readonly body: AsyncIterable<Uint8Array>;
}

export type Exchange = (request: UpstreamRequest) => Promise<UpstreamResponse>;

/**
 * One HTTP exchange with an upstream: streams the answer, follows no redirect (fetch would carry the key along), keeps
 * to the timeouts, and ends at once when the signal says so.
 * @returns once the head of the answer is there
 * @throws UpstreamFailure
 */
export function httpExchange(timeouts: Timeouts): Exchange {
  return async ({ url, method, headers, body, signal }) => {
    if (signal.aborted) throw new UpstreamFailure('left');
    const transport = url.protocol === 'https:' ? https : http;
    // A connection of its own: a kept one may be closed by the other side in the very moment we write to it.
    const request = transport.request(url, { method, headers, agent: false });
    const ending = createEnding(request, signal, timeouts.totalMs);
    try {
      const response = await open(request, body, ending, timeouts);
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: read(response, ending, timeouts.idleMs),
      };
    } catch (error) {
      ending.finish();
      throw (
        ending.reason() ??
        (error instanceof UpstreamFailure ? error : new UpstreamFailure('unreachable', error))
      );
    }
  };
}

interface Ending {
  /** Ends the exchange for this reason; the first one counts. */
  fail(reason: unknown): void;
  reason(): unknown;
  /** Calls `fail` after so many milliseconds unless the returned function is called before. */
  after(ms: number, kind: UpstreamFailure['kind']): () => void;
  answered(response: IncomingMessage): void;
  /** Frees everything; safe to call twice. */
  finish(): void;
}

function createEnding(request: ClientRequest, signal: AbortSignal, totalMs: number): Ending {
  let reason: unknown;
  let response: IncomingMessage | null = null;
  const timers = new Set<NodeJS.Timeout>();
  const destroy = (): void => {
    response?.destroy();
    request.destroy();
  };
  const fail = (why: unknown): void => {
    reason ??= why;
    destroy();
  };
  const after: Ending['after'] = (ms, kind) => {
    const timer = setTimeout(() => {
      // When this process was busy, timers come before what the network brought meanwhile: that is heard first.
      setImmediate(() => {
        if (timers.has(timer)) fail(new UpstreamFailure(kind));
      });
    }, ms);
    timers.add(timer);
    return () => {
      clearTimeout(timer);
      timers.delete(timer);
    };
  };
  const onAbort = (): void => fail(new UpstreamFailure('left'));
  signal.addEventListener('abort', onAbort, { once: true });
  // Destroying emits errors that were told already; without a listener they would end the process.
  request.on('error', () => undefined);
  after(totalMs, 'total');
  return {
    fail,
    reason: () => reason,
    after,
    answered(message) {
      response = message;
      message.on('error', () => undefined);
    },
    finish() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      signal.removeEventListener('abort', onAbort);
      destroy();
    },
  };
}

/** Connects, sends the body, and waits for the head of the answer. */
function open(
  request: ClientRequest,
  body: UpstreamRequest['body'],
  ending: Ending,
  timeouts: Timeouts,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const connected = ending.after(timeouts.connectMs, 'connect');
    let stopWaiting: () => void = () => undefined;
    // An answer may come before the request is sent to its end.
    let isAnswered = false;
    const waitOn = (): void => {
      if (isAnswered) return;
      stopWaiting();
      stopWaiting = ending.after(timeouts.firstByteMs, 'first_byte');
    };
    request.once('socket', (socket) => {
      socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
        connected();
        waitOn();
      });
    });
    request.once('finish', waitOn);
    request.once('response', (response) => {
      isAnswered = true;
      stopWaiting();
      ending.answered(response);
      resolve(response);
    });
    request.once('error', reject);
    request.once('close', () => reject(new UpstreamFailure('cut')));
    if (body === null) request.end();
    else request.end(body);
  });
}

async function* read(response: IncomingMessage, ending: Ending, idleMs: number): AsyncGenerator<Uint8Array> {
  const chunks = response[Symbol.asyncIterator]();
  try {
    for (;;) {
      // The clock runs only while we wait: a slow reader on our side is not the upstream's silence.
      const heard = ending.after(idleMs, 'idle');
      const next = await chunks.next();
      heard();
      // A destroyed answer may just end, so that the reason has to be asked for.
      if (ending.reason() !== undefined) throw ending.reason();
      if (next.done) return;
      yield next.value as Uint8Array;
    }
  } catch (error) {
    throw ending.reason() ?? (error instanceof UpstreamFailure ? error : new UpstreamFailure('cut', error));
  } finally {
    ending.finish();
  }
}
