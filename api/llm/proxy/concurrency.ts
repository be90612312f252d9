import { ApiError } from '../../errors.ts';

/** Seconds after which asking again makes sense when all streams are in use. */
const RETRY_SECONDS = 5;

/** Counts the answers that are under way for each person, in this process. */
export function createConcurrency(most: number): { acquire(userId: string): () => void } {
  const running = new Map<string, number>();
  return {
    /** @throws ApiError rate_limited when the person has `most` already. Returns what frees the place, once. */
    acquire(userId) {
      const count = running.get(userId) ?? 0;
      if (count >= most) {
        throw new ApiError(
          'rate_limited',
          `You have ${most} answers under way; wait for one to end, or stop it.`,
          {
            retryAfter: RETRY_SECONDS,
          },
        );
      }
      running.set(userId, count + 1);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        const left = (running.get(userId) ?? 1) - 1;
        if (left > 0) running.set(userId, left);
        else running.delete(userId);
      };
    },
  };
}
