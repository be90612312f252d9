import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

/**
 * The `limit` of a REST list: an integer from 1 to 200, the most when left out (design 4).
 * @throws ApiError invalid_request
 */
export function readLimit(text: string | undefined): number {
  if (text === undefined) return LIMITS.restPage;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > LIMITS.restPage) {
    throw new ApiError('invalid_request', `limit must be a whole number from 1 to ${LIMITS.restPage}.`);
  }
  return limit;
}
