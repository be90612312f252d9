import { ApiError } from '../errors.ts';

/** What a request or an open stream is told whose session is over. */
export function sessionEnded(): ApiError {
  return new ApiError('unauthenticated', 'Your session has ended. Sign in again.');
}
