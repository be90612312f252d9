import type { Services } from './services.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Removes for good what was deleted more than 30 days ago (design 4): now, and once a day. Idempotent, so that
 * several processes on one database may do it at the same time.
 * @returns a function that ends it
 */
export function startHousekeeping({
  conversations,
  log,
  market,
}: Pick<Services, 'conversations' | 'log' | 'market'>): () => void {
  const tidy = async (): Promise<void> => {
    try {
      const [apps, messages] = [await market.purgeDeleted(), await conversations.purgeDeleted()];
      if (apps + messages > 0) log.info({ apps, messages }, 'removed what was deleted 30 days ago');
    } catch (error) {
      log.error({ err: error }, 'housekeeping failed; it is tried again tomorrow');
    }
  };
  void tidy();
  const timer = setInterval(() => void tidy(), DAY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
