import { LRUCache } from 'lru-cache';
import type { LiveSpace } from './space.ts';

export interface LiveSpaces {
  get(spaceId: string): LiveSpace | undefined;
  add(space: LiveSpace): void;
  /** Counts a space anew after it grew; others may have to go. */
  weigh(this: void, space: LiveSpace): void;
  remove(spaceId: string): void;
  clear(): void;
}

/**
 * Keeps the most recently used spaces whose costs fit into `bytes`. One that has to go is retired: requests under way
 * in it end first. A single space that is larger than all of `bytes` is served, but not kept.
 */
export function createLiveSpaces(bytes: number): LiveSpaces {
  const kept = new LRUCache<string, { readonly space: LiveSpace }>({
    maxSize: bytes,
    sizeCalculation: ({ space }) => space.cost(),
    // `set` here is always the same space, weighed anew.
    dispose: ({ space }, _id, reason) => {
      if (reason !== 'set') space.retire();
    },
  });
  const keep = (space: LiveSpace): void => void kept.set(space.id, { space });
  return {
    get: (spaceId) => kept.get(spaceId)?.space,
    add(space) {
      kept.delete(space.id);
      if (space.cost() > bytes) space.retire();
      else keep(space);
    },
    weigh(space) {
      if (kept.peek(space.id)?.space !== space) return;
      if (space.cost() > bytes) kept.delete(space.id);
      else keep(space);
    },
    remove: (spaceId) => void kept.delete(spaceId),
    clear: () => kept.clear(),
  };
}
