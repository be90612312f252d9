import { ApiError } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';

/** Open subscriptions of this process, by app and by address. */
export interface StreamCounts {
  /**
   * Counts a stream until the returned function is called.
   * @throws ApiError rate_limited naming the limit
   */
  open(spaceId: string, address: string): () => void;
}

export function createStreamCounts(): StreamCounts {
  const open = new Map<string, number>();
  const count = (key: string, by: number): void => {
    const now = (open.get(key) ?? 0) + by;
    if (now === 0) open.delete(key);
    else open.set(key, now);
  };
  const check = (key: string, limit: number, whose: string): void => {
    if ((open.get(key) ?? 0) < limit) return;
    throw new ApiError('rate_limited', `${whose} may have ${limit} subscriptions open at once.`, {
      retryAfter: 10,
    });
  };
  return {
    open(spaceId, address) {
      const keys = [`app ${spaceId}`, `address ${address}`] as const;
      check(keys[0], LIMITS.subscriptionsPerApp, 'An app');
      check(keys[1], LIMITS.subscriptionsPerAddress, 'An address');
      for (const key of keys) count(key, 1);
      let closed = false;
      return () => {
        if (closed) return;
        closed = true;
        for (const key of keys) count(key, -1);
      };
    },
  };
}
