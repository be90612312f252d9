/**
 * The host's side of a Studio (spec 4.8, design 11): drives the editor in a frame with promises. It stands alone, so that
 * it can be served as one small file.
 */
import type { StudioDiagnostic } from '@platform/api/errors.ts';
import type { ErrorCode, Method, MutationResult, StudioErrorBody } from './protocol.ts';

const SOURCE = 'platform-studio';

export interface StudioOptions {
  /** Origin of the Studio; that of the frame's `src` when it is left out. */
  readonly origin?: string;
  /** Milliseconds until an unanswered call fails with `timeout`; 10,000, and 30,000 for pictures. */
  readonly timeout?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

export interface ChangeOptions extends CallOptions {
  /** The version that the change is made for; on any other it fails with `stale_version`. */
  readonly baseVersion?: number;
}

export interface VersionedOptions extends ChangeOptions {
  /** The schema version that the content was made for; the current one when it is left out. */
  readonly schemaVersion?: number;
}

export interface StudioEvents {
  ready: unknown;
  change: { readonly version: number; readonly by: 'host' | 'user'; readonly valid: boolean };
  submit: {
    readonly values: unknown;
    readonly ok: boolean;
    readonly diagnostics: MutationResult['diagnostics'];
  };
}

export interface StudioState {
  readonly version: number;
  readonly document: string;
  readonly valid: boolean;
  readonly schema: unknown;
  readonly currentSchemaVersion: number;
  readonly rendererSchemaVersion: number;
  readonly docSchemaVersion: number;
}

/** One method for each operation of the protocol. All reject with StudioCallError, or the signal's reason. */
export interface StudioHandle {
  setDocument(document: string, options?: VersionedOptions): Promise<MutationResult>;
  applyEdit(
    find: string,
    replace: string,
    options?: ChangeOptions,
  ): Promise<MutationResult & { readonly matches: number }>;
  getDocument(options?: CallOptions): Promise<string>;
  getState(options?: CallOptions): Promise<StudioState>;
  validate(options?: CallOptions): Promise<MutationResult['diagnostics']>;
  getSchema(options?: CallOptions): Promise<Record<string, unknown>>;
  getSchemaDiff(fromVersion: number, options?: CallOptions): Promise<Record<string, unknown>>;
  screenshot(target?: string, options?: CallOptions): Promise<string>;
  describe(options?: CallOptions): Promise<Record<string, unknown>>;
  invoke(op: string, params?: object, options?: ChangeOptions): Promise<unknown>;
  setRenderer(
    html: string | null,
    options?: VersionedOptions,
  ): Promise<{ readonly ok: boolean; readonly diagnostics?: readonly StudioDiagnostic[] }>;
  getRenderer(options?: CallOptions): Promise<string | null>;
  /** Resolves when the Studio has answered for the first time. */
  ready(options?: CallOptions): Promise<void>;
  /** @returns stops listening */
  on<E extends keyof StudioEvents>(
    event: E,
    handler: (payload: StudioEvents[E], version: number) => void,
  ): () => void;
  /** Stops listening to the frame; what waits fails with `destroyed`. */
  destroy(): void;
}

/** A call that was refused, or not answered. */
export class StudioCallError extends Error {
  /** `reloaded`: the frame was loaded anew and has forgotten all; `destroyed`: by `destroy()`. */
  readonly code: ErrorCode | 'reloaded' | 'destroyed';
  readonly details: Partial<StudioErrorBody>;
  constructor(code: StudioCallError['code'], message: string, details: Partial<StudioErrorBody> = {}) {
    super(message);
    this.name = 'StudioCallError';
    this.code = code;
    this.details = details;
  }
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Milliseconds after which what is not answered is sent again; a Studio does each id once, so that is safe. */
const AGAIN = 200;

/** @param target the frame, or a selector that finds it */
export function createStudio(target: HTMLIFrameElement | string, options: StudioOptions = {}): StudioHandle {
  const found = typeof target === 'string' ? document.querySelector<HTMLIFrameElement>(target) : target;
  if (!found) throw new TypeError('There is no such frame: ' + String(target));
  const frame = found;
  const origin = options.origin ?? new URL(frame.src).origin;
  const waiting = new Map<string, Waiting>();
  const handlers = new Map<string, Set<(payload: never, version: number) => void>>();
  const prefix = Math.random().toString(36).slice(2) + '-';
  let count = 0;
  let instance: unknown;
  let ended = false;

  /** A sandboxed frame has no origin of its own: it can be reached by any, and is known by its window alone. */
  const isOpaque = (): boolean =>
    frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin');

  function hear({ source, origin: from, data }: MessageEvent): void {
    if (source !== frame.contentWindow || (from !== origin && !(from === 'null' && isOpaque()))) return;
    if (typeof data !== 'object' || data === null || data.source !== SOURCE) return;
    if (data.kind === 'response') {
      const call = waiting.get(data.id);
      if (data.ok) call?.resolve(data.result);
      else {
        const { code = 'internal', message = '' } = data.error ?? {};
        call?.reject(new StudioCallError(code, message, data.error));
      }
    } else if (data.kind === 'event') {
      if (data.event === 'ready') noticeInstance(data.payload?.instance);
      for (const handler of handlers.get(data.event) ?? []) handler(data.payload as never, data.version);
    }
  }
  addEventListener('message', hear);

  function noticeInstance(now: unknown): void {
    if (instance !== undefined && instance !== now) {
      failAll(new StudioCallError('reloaded', 'The Studio was loaded anew.'));
    }
    instance = now;
  }

  function failAll(error: StudioCallError): void {
    for (const call of waiting.values()) call.reject(error);
  }

  function call<T>(
    method: Method,
    params?: object,
    { signal, baseVersion, timeout = options.timeout ?? 10_000 }: ChangeOptions = {},
  ): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      if (ended) throw new StudioCallError('destroyed', 'This handle was destroyed.');
      signal?.throwIfAborted();
      const id = prefix + ++count;
      // As JSON: a frame cannot be sent what a host may well have in hand, such as a proxy.
      const request = JSON.parse(
        JSON.stringify({ source: SOURCE, kind: 'request', id, method, params, baseVersion }),
      ) as object;
      const send = (): void => frame.contentWindow?.postMessage(request, isOpaque() ? '*' : origin);
      // A picture takes long and is taken as often as it is asked for.
      const again = setInterval(send, method === 'screenshot' ? 1e9 : AGAIN);
      const late = setTimeout(
        () => end(reject, new StudioCallError('timeout', `No answer to ${method} in ${timeout} ms.`)),
        timeout,
      );
      const abort = (): void => end(reject, signal?.reason);
      function end<V>(settle: (value: V) => void, value: V): void {
        waiting.delete(id);
        clearInterval(again);
        clearTimeout(late);
        signal?.removeEventListener('abort', abort);
        settle(value);
      }
      signal?.addEventListener('abort', abort);
      waiting.set(id, {
        resolve: (result) => end(resolve, result),
        reject: (error) => end(reject, error),
      });
      send();
    }) as Promise<T>;
  }

  return {
    setDocument: (text, { schemaVersion, ...more } = {}) =>
      call('setDocument', { document: text, schemaVersion }, more),
    applyEdit: (find, replace, more) => call('applyEdit', { patch: { find, replace } }, more),
    getDocument: (more) => call('getDocument', undefined, more),
    getState: (more) => call('getState', undefined, more),
    validate: (more) => call('validate', undefined, more),
    getSchema: (more) => call('getSchema', undefined, more),
    getSchemaDiff: (fromVersion, more) => call('getSchemaDiff', { fromVersion }, more),
    screenshot: (wanted, more) => call('screenshot', { target: wanted }, { timeout: 30_000, ...more }),
    describe: (more) => call('describe', undefined, more),
    invoke: (op, params, more) => call('invoke', { op, params }, more),
    setRenderer: (html, { schemaVersion, ...more } = {}) =>
      call('setRenderer', { html, schemaVersion }, more),
    getRenderer: (more) => call('getRenderer', undefined, more),
    ready: (more) => call('describe', undefined, more).then(() => undefined),
    on(event, handler) {
      const set = handlers.get(event) ?? new Set();
      handlers.set(event, set.add(handler));
      return () => void set.delete(handler);
    },
    destroy() {
      ended = true;
      removeEventListener('message', hear);
      failAll(new StudioCallError('destroyed', 'This handle was destroyed.'));
    },
  };
}
