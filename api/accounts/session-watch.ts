import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';

/** So often the sessions behind open streams are looked at. */
const LOOK_EVERY_MS = 1_000;

/** Ends what is open when its session ends, since a stream is not asked for its token again. */
export interface SessionWatch {
  /**
   * Calls back once, a second or so after the session ended (in whatever process) or ran out. Returns how to stop
   * watching, which who is done has to call.
   */
  whenEnded(sessionId: string, listener: () => void): () => void;
  close(): void;
}

/**
 * Asks the database, in one query for all open streams of this process. Nothing has to be told for that: an end is
 * seen whoever made it, in which process, and by the clock alone. Without streams nothing is asked; while the
 * database is away streams go on, as no end can be made then.
 */
export function createSessionWatch({ pool }: Database, log: Logger): SessionWatch {
  const watched = new Map<string, Set<() => void>>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isAway = false;
  let closed = false;

  function lookSoon(): void {
    if (timer !== null || closed || watched.size === 0) return;
    timer = setTimeout(() => {
      void look().finally(() => {
        timer = null;
        lookSoon();
      });
    }, LOOK_EVERY_MS);
    timer.unref();
  }

  async function look(): Promise<void> {
    const ids = [...watched.keys()];
    if (ids.length === 0) return;
    try {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT "id" FROM "Session" WHERE "id" = ANY($1) AND "endedAt" IS NULL AND "expiresAt" > now()`,
        [ids],
      );
      isAway = false;
      const live = new Set(rows.map(({ id }) => id));
      for (const id of ids) if (!live.has(id)) tell(id);
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'the sessions behind open streams could not be looked at');
      isAway = true;
    }
  }

  function tell(id: string): void {
    const listeners = watched.get(id);
    watched.delete(id);
    for (const listener of listeners ?? []) listener();
  }

  return {
    whenEnded(sessionId, listener) {
      // One of its own for each call, so that the same function may be given twice.
      const told = (): void => listener();
      const listeners = watched.get(sessionId) ?? new Set();
      watched.set(sessionId, listeners.add(told));
      lookSoon();
      return () => {
        listeners.delete(told);
        if (listeners.size === 0 && watched.get(sessionId) === listeners) watched.delete(sessionId);
      };
    },
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
