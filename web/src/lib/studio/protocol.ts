import type { StudioDiagnostic } from '@platform/api/errors.ts';

/** Every message carries it; messages with another source are ignored (spec 4.8). */
export const SOURCE = 'platform-studio';

/** Every operation of the protocol (spec 4.8), in its order. */
export const METHODS = [
  'setDocument',
  'applyEdit',
  'getDocument',
  'getState',
  'validate',
  'getSchema',
  'getSchemaDiff',
  'screenshot',
  'describe',
  'invoke',
  'setRenderer',
  'getRenderer',
] as const;
export type Method = (typeof METHODS)[number];

export function isMethod(name: string): name is Method {
  return METHODS.some((method) => method === name);
}

/** The closed list of what can be wrong with a request (design 11). */
export type ErrorCode =
  | 'unknown_method'
  | 'unknown_op'
  | 'invalid_params'
  | 'stale_version'
  | 'no_match'
  | 'unsupported'
  | 'busy'
  | 'timeout'
  | 'too_large'
  | 'internal';

export interface StudioErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  /** With `stale_version`: the version to read and to try again on. */
  readonly currentVersion?: number;
  /** With `no_match`: how often the text to find is there. */
  readonly matches?: number;
  readonly diagnostics?: readonly StudioDiagnostic[];
}

export interface StudioRequest {
  readonly source: typeof SOURCE;
  readonly kind: 'request';
  readonly id: string;
  readonly method: string;
  readonly params?: unknown;
  readonly baseVersion?: unknown;
}

/** `result` only when ok, `error` only when not (spec 4.8). */
export type StudioResponse = {
  readonly source: typeof SOURCE;
  readonly kind: 'response';
  readonly id: string;
  readonly version: number;
} & (
  { readonly ok: true; readonly result?: unknown } | { readonly ok: false; readonly error: StudioErrorBody }
);

export interface StudioEvent {
  readonly source: typeof SOURCE;
  readonly kind: 'event';
  readonly event: 'ready' | 'change' | 'submit';
  readonly payload?: unknown;
  readonly version: number;
}

/** spec 2.6 */
export interface MutationResult {
  readonly ok: boolean;
  readonly diagnostics: readonly StudioDiagnostic[];
  readonly version: number;
}

/** A request is told from others by its id; a longer one is no id. */
const LONGEST_ID = 200;

/**
 * Reads what came by postMessage. Only own members count, so that nothing of a prototype is taken for a member.
 * @returns null for everything that is no request of the protocol: it is ignored, not answered
 */
export function readRequest(data: unknown): StudioRequest | null {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null;
  const own = (name: string): unknown =>
    Object.hasOwn(data, name) ? (data as Readonly<Record<string, unknown>>)[name] : undefined;
  const [source, kind, id, method] = [own('source'), own('kind'), own('id'), own('method')];
  if (source !== SOURCE || kind !== 'request') return null;
  if (typeof id !== 'string' || id === '' || id.length > LONGEST_ID || typeof method !== 'string')
    return null;
  return { source, kind, id, method, params: own('params'), baseVersion: own('baseVersion') };
}

/** A request that cannot be done as asked. Anything else that is thrown is `internal`. */
export class StudioError extends Error {
  readonly body: StudioErrorBody;
  constructor(code: ErrorCode, message: string, more: Omit<StudioErrorBody, 'code' | 'message'> = {}) {
    super(message);
    this.name = 'StudioError';
    this.body = { code, message, ...more };
  }
}
