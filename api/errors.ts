import type { Diagnostic } from '@platform/aml-compiler';
import { BRIDGE_ERROR_STATUS } from '@platform/aml-compiler/bridge-errors.ts';

/** The closed list of error codes and the HTTP status of each (design 4). */
export const ERROR_STATUS = {
  ...BRIDGE_ERROR_STATUS,
  unauthenticated: 401,
  unverified: 403,
  invalid_document: 422,
  upstream_error: 502,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** A problem in something a person or program sent: an AML source, a record, a document (spec 2.6). */
export interface StudioDiagnostic {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly severity?: Diagnostic['severity'];
  readonly line?: number;
  readonly col?: number;
  /** JSON pointer, where the place is not a line. */
  readonly path?: string;
}

export interface ApiErrorOptions {
  readonly diagnostics?: readonly StudioDiagnostic[];
  /** Seconds until a retry makes sense; becomes `Retry-After` on 429 and 503. */
  readonly retryAfter?: number;
  /** The same request can only fail again, whatever the status says: `x-should-retry: false` goes along. */
  readonly isFinal?: boolean;
  /** Facts a program needs to react, such as the current revision on a conflict; GraphQL extensions carry them. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Another status than the code's own: 410 is a `not_found` that was there once (design 7). */
  readonly status?: number;
  readonly cause?: unknown;
}

/**
 * The one error that may reach a client: its message is written for the person who reads it. Anything else that
 * is thrown is answered as `internal` with a fixed sentence and goes to the log.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly diagnostics: readonly StudioDiagnostic[] | undefined;
  readonly retryAfter: number | undefined;
  readonly isFinal: boolean;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = options.status ?? ERROR_STATUS[code];
    this.diagnostics = options.diagnostics;
    this.retryAfter = options.retryAfter;
    this.isFinal = options.isFinal ?? false;
    this.details = options.details ?? {};
  }
}
