import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { LIMITS } from '../limits.ts';
import { readAmlHash } from './catalog-row.ts';
import type { SpaceRef } from './contract.ts';
import { createRowEvents } from './events/row-events.ts';
import { createLiveSpaces } from './live-spaces.ts';
import type { Provisioned } from './provision.ts';
import { dropSpace, provision, publishSpace } from './provision.ts';
import { listenForChanges } from './space-changes.ts';
import { amlHash } from './space-name.ts';
import type { LiveSpace } from './space.ts';
import { openSpace } from './space.ts';

export interface Spaces {
  /** The live space, provisioned on first access; many callers at once cause one provisioning. */
  get(space: SpaceRef): Promise<LiveSpace>;
  publish(space: SpaceRef): Promise<Provisioned>;
  /** Drops what is cached of a space, here and in other processes. */
  forget(spaceId: string): Promise<void>;
  /** Removes tables, rows and catalog of a space. */
  drop(spaceId: string): Promise<void>;
  /** Ends the streams of new rows: the server is about to stop. */
  endStreams(): void;
  /** See `DataPlane`. */
  watch(changed: (spaceId: string | null) => void): void;
  hearing(): Promise<void>;
  close(): Promise<void>;
}

/** The live spaces of this process: the most recently used, as many as fit into `LIMITS.liveSpaceBytes`. */
export function createSpaces(db: Database, log: Logger | undefined): Spaces {
  const live = createLiveSpaces(LIMITS.liveSpaceBytes);
  const events = createRowEvents(db, log);
  /** Openings under way by space and AML; one that is no longer in here was overtaken by a change. */
  const opening = new Map<string, Promise<LiveSpace>>();
  /** What retired spaces still do; the database may not be closed before. */
  const endings = new Set<Promise<void>>();
  const watchers: ((spaceId: string | null) => void)[] = [];
  const forget = (spaceId: string): void => {
    for (const key of opening.keys()) if (key.startsWith(`${spaceId} `)) opening.delete(key);
    live.remove(spaceId);
    for (const changed of watchers) changed(spaceId);
  };
  const changes = listenForChanges(db, log, forget, () => {
    opening.clear();
    live.clear();
    for (const changed of watchers) changed(null);
  });

  async function open(space: SpaceRef): Promise<LiveSpace> {
    await changes.ready();
    const { row, declared } = await provision(db, changes, space);
    return openSpace(db, row, declared, events, live.weigh, ending);
  }

  function ending(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => log?.warn({ err: error }, 'a data space did not end well'))
      .finally(() => endings.delete(done));
    endings.add(done);
  }

  /**
   * The cached space, if it is what the tables are now. A published app's AML that differs from the cached one tells
   * of a publish whose notification is still on its way, or of a request that read the app a moment before.
   */
  async function cached(space: SpaceRef, hash: string): Promise<LiveSpace | undefined> {
    const known = live.get(space.id);
    if (known === undefined || known.amlHash === hash) return known;
    if (known.published && (await readAmlHash(db.pool, space.id)) === known.amlHash) return known;
    if (live.get(space.id) === known) forget(space.id);
    return undefined;
  }

  return {
    async get(space) {
      const hash = amlHash(space.aml);
      const known = await cached(space, hash);
      if (known) return known;
      const key = `${space.id} ${hash}`;
      const under = opening.get(key);
      if (under) return under;
      const started = open(space);
      opening.set(key, started);
      try {
        const opened = await started;
        if (opening.get(key) === started) live.add(opened);
        else opened.retire();
        return opened;
      } finally {
        if (opening.get(key) === started) opening.delete(key);
      }
    },
    async publish(space) {
      await changes.ready();
      const done = await publishSpace(db, changes, space);
      forget(space.id);
      return done;
    },
    async forget(spaceId) {
      forget(spaceId);
      await changes.notify(db.pool, spaceId);
    },
    async drop(spaceId) {
      await dropSpace(db, changes, spaceId);
      forget(spaceId);
    },
    endStreams: () => events.end(),
    watch: (changed) => void watchers.push(changed),
    hearing: () => changes.ready(),
    async close() {
      events.end();
      await events.close();
      await changes.close();
      live.clear();
      await Promise.all(endings);
    },
  };
}
