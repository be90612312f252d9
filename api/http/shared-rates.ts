import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { RateRule } from './rate-limiter.ts';

const SETTLE_MS = 1_000;
const TIDY_MS = 60_000;
/** Counters of this kind in `RateCounter`. */
const PREFIX = 'shared';
/** Subjects remembered at a time; past it new ones are not counted, so that a flood of addresses costs no memory. */
const SUBJECTS = 50_000;

export interface SharedRates {
  /**
   * Counts one use, several that come together, or none to look only. Answers 0 when it is allowed, else the seconds until the window
   * ends. What begins within the limit may end past it.
   */
  use(rule: RateRule, subject: string, uses?: number): number;
  /** Takes back one use that was allowed. In a window that began since it is nothing. */
  giveBack(rule: RateRule, subject: string): void;
  close(): void;
}

interface Counter {
  readonly rule: RateRule;
  readonly key: string;
  readonly window: number;
  /** Uses in this process that the database does not know yet. */
  unsettled: number;
  /** Uses that the database knows of, this process's and others'. */
  settled: number;
}

/**
 * Fixed windows for what happens too often for a write each: counted in memory and settled with the database once a
 * second, and only once a subject has used a quarter of its limit. So several processes let through the limit, a
 * quarter of it for each further process, and what comes within a second. The embedded database has one process.
 */
export function createSharedRates(db: Database, log: Logger): SharedRates {
  const counters = new Map<string, Counter>();
  let tidied = Date.now();
  let settling = false;

  const tick = async (): Promise<void> => {
    const now = Date.now();
    for (const [id, { window, rule }] of counters) if (window + rule.windowMs <= now) counters.delete(id);
    if (db.mode === 'embedded' || settling) return;
    settling = true;
    try {
      await settle([...counters.values()].filter(isWorthSettling));
      if (now - tidied > TIDY_MS) {
        tidied = now;
        await db.pool.query(`DELETE FROM "RateCounter" WHERE "key" LIKE '${PREFIX}:%' AND "window" < $1`, [
          new Date(now - TIDY_MS),
        ]);
      }
    } catch (error) {
      log.warn(
        { err: error },
        'request rates could not be shared with other processes; tried again in a second',
      );
    } finally {
      settling = false;
    }
  };
  const timer = setInterval(() => void tick(), SETTLE_MS);
  timer.unref();

  async function settle(list: readonly Counter[]): Promise<void> {
    if (list.length === 0) return;
    const given = list.map((counter) => counter.unsettled);
    const { rows } = await db.pool.query<{ key: string; window: Date; count: number }>(
      `INSERT INTO "RateCounter" ("key", "window", "count")
       SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::int[]) ORDER BY 1, 2
       ON CONFLICT ("key", "window") DO UPDATE SET "count" = "RateCounter"."count" + EXCLUDED."count"
       RETURNING "key", "window", "count"`,
      [list.map((c) => c.key), list.map((c) => new Date(c.window)), given],
    );
    const known = new Map(rows.map((row) => [`${row.key} ${row.window.getTime()}`, row.count]));
    list.forEach((counter, i) => {
      counter.unsettled -= given[i] ?? 0;
      counter.settled = known.get(`${counter.key} ${counter.window}`) ?? counter.settled;
    });
  }

  return {
    use(rule, subject, uses = 1) {
      const now = Date.now();
      const window = now - (now % rule.windowMs);
      const id = `${rule.name} ${subject}`;
      let counter = counters.get(id);
      if (counter?.window !== window) {
        if (!counter && counters.size >= SUBJECTS) return 0;
        const key = `${PREFIX}:${rule.name}:${createHash('sha256').update(subject).digest('base64url')}`;
        counter = { rule, key, window, unsettled: 0, settled: 0 };
        counters.set(id, counter);
      }
      if (counter.settled + counter.unsettled >= rule.limit) return (window + rule.windowMs - now) / 1_000;
      counter.unsettled += uses;
      return 0;
    },
    giveBack(rule, subject) {
      const counter = counters.get(`${rule.name} ${subject}`);
      const isNow = counter !== undefined && counter.window === Date.now() - (Date.now() % rule.windowMs);
      if (isNow && counter.settled + counter.unsettled > 0) counter.unsettled -= 1;
    },
    close: () => clearInterval(timer),
  };
}

/** Subjects past a quarter of their limit are asked for again even without new uses: others may have some. */
function isWorthSettling({ rule, settled, unsettled }: Counter): boolean {
  return settled + unsettled > rule.limit / 4;
}
