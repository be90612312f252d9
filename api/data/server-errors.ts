import { ApiError } from '../errors.ts';

/** SQLSTATEs and system errors that pass by themselves: locks, timeouts, a server that restarts or is full. */
const PASSING = new Set([
  '40001',
  '40P01',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08003',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
]);

export function isPassing(code: unknown): boolean {
  return typeof code === 'string' && PASSING.has(code);
}

export function unavailable(cause: unknown): ApiError {
  const message = 'The database is busy or the data model has just changed. Please try again.';
  return new ApiError('unavailable', message, { cause, retryAfter: 1 });
}

/** What the driver threw outside of the client library, in the API's words where it is no fault of ours. */
export function translateServerError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const waited = error instanceof Error && error.message === 'timeout exceeded when trying to connect';
  return isPassing(code) || waited ? unavailable(error) : error;
}
