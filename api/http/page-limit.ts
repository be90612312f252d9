import { ApiError } from '../errors.ts';

/**
 * Reads `limit` of a query string: an integer from 1 to `max` (design 4).
 * @throws ApiError invalid_request naming the range; a limit is never cut down silently
 */
export function readLimit(value: string | undefined, fallback: number, max: number): number {
  if (value === undefined) return fallback;
  const limit = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (limit < 1 || limit > max)
    throw new ApiError('invalid_request', `limit must be an integer from 1 to ${max}.`);
  return limit;
}
