import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

interface PageArguments {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
}

/**
 * The largest page of a connection, for Pothos' `maxSize`. Pothos would cut a larger one down silently; here it is
 * an error that names the limit (design 12).
 * @throws ApiError invalid_request
 */
export function maxPageSize({ first, last }: PageArguments): number {
  const asked = Math.max(first ?? 0, last ?? 0);
  if (asked > LIMITS.graphqlPage) {
    throw new ApiError(
      'invalid_request',
      `A page may have ${LIMITS.graphqlPage} items at most; ask for fewer.`,
    );
  }
  return LIMITS.graphqlPage;
}
