import { LRUCache } from 'lru-cache';
import type { DataPlane } from './data/contract.ts';
import { LIMITS } from './limits.ts';
import type { Site } from './publish/site.ts';

type Found = Site | 'gone' | null;

export interface SiteCache {
  get(appId: string): Promise<Found>;
}

/**
 * Keeps the sites of published apps, so that a visitor's request does not begin with a query. A change of an app is
 * told by `DataPlane.forget`: in this process at once, in the others as soon as the database notifies them. Should a
 * process end between its change and the notice, the others see the change when the time of what they keep is over.
 * Apps that are not there are never kept.
 */
export function createSiteCache(
  changes: Pick<DataPlane, 'watch' | 'hearing'>,
  read: (appId: string) => Promise<Found>,
): SiteCache {
  const kept = new LRUCache<string, Site>({
    maxSize: LIMITS.cachedSitePaths,
    sizeCalculation: (site) => site.files.size + 1,
    ttl: LIMITS.cachedSiteMs,
  });
  /** Reads under way; one that is no longer in here was overtaken by a change. */
  const reading = new Map<string, Promise<Found>>();
  changes.watch((appId) => {
    if (appId === null) {
      kept.clear();
      reading.clear();
      return;
    }
    kept.delete(appId);
    reading.delete(appId);
  });

  return {
    async get(appId) {
      await changes.hearing();
      const known = kept.get(appId) ?? reading.get(appId);
      if (known) return known;
      const started = read(appId);
      reading.set(appId, started);
      try {
        const found = await started;
        if (found !== null && found !== 'gone' && reading.get(appId) === started) kept.set(appId, found);
        return found;
      } finally {
        if (reading.get(appId) === started) reading.delete(appId);
      }
    },
  };
}
