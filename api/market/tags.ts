import type { Database } from '../db/database.ts';

export interface TagCount {
  readonly tag: string;
  /** Apps in the market that carry it. */
  readonly count: number;
}

export interface TagCounts {
  /** The tags that most apps carry, most first. */
  top(limit: number): Promise<readonly TagCount[]>;
  /** The market changed here: the next reader counts anew. */
  forget(): void;
}

/** Changes that other processes make show after this time at the latest. */
const KEEP_MS = 30_000;
const MOST_TAGS = 100;

/** Counts over the whole market, so one process counts at most once for all who ask at the same time. */
export function createTagCounts(db: Database): TagCounts {
  let held: { readonly until: number; readonly counts: Promise<readonly TagCount[]> } | null = null;

  async function count(): Promise<readonly TagCount[]> {
    const { rows } = await db.pool.query<{ tag: string; count: number }>(
      `SELECT tag, count(*)::int AS count FROM "App", unnest("tags") AS tag
       WHERE "deletedAt" IS NULL AND "takenDownAt" IS NULL
       GROUP BY tag ORDER BY count(*) DESC, tag LIMIT $1`,
      [MOST_TAGS],
    );
    return rows;
  }

  return {
    async top(limit) {
      if (held === null || held.until < Date.now()) {
        const counts = count();
        const entry = { until: Date.now() + KEEP_MS, counts };
        held = entry;
        // A failure is this reader's; the next one asks again.
        counts.catch(() => {
          if (held === entry) held = null;
        });
      }
      return (await held.counts).slice(0, limit);
    },
    forget() {
      held = null;
    },
  };
}
