import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';

export interface RateRule {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

export interface RateLimiter {
  /**
   * Counts one use and refuses the one past the limit; all processes share the count. Subjects (addresses,
   * e-mails) are stored hashed.
   * @throws ApiError rate_limited with the seconds until the window ends
   */
  use(rule: RateRule, subject: string, message: string): Promise<void>;
}

/** Fixed windows in the database: one upsert a use, and old windows removed as new ones begin. */
export function createRateLimiter(db: Database): RateLimiter {
  return {
    async use(rule, subject, message) {
      const now = Date.now();
      const window = new Date(now - (now % rule.windowMs));
      const key = `${rule.name}:${createHash('sha256').update(subject).digest('base64url')}`;
      const { rows } = await db.pool.query<{ count: number }>(
        `INSERT INTO "RateCounter" ("key", "window", "count") VALUES ($1, $2, 1)
         ON CONFLICT ("key", "window") DO UPDATE SET "count" = "RateCounter"."count" + 1
         RETURNING "count"`,
        [key, window],
      );
      const count = rows[0]?.count ?? 1;
      if (count === 1) await forgetOldWindows(db, key, window);
      if (count > rule.limit) {
        throw new ApiError('rate_limited', message, {
          retryAfter: (window.getTime() + rule.windowMs - now) / 1_000,
        });
      }
    },
  };
}

async function forgetOldWindows(db: Database, key: string, current: Date): Promise<void> {
  await db.pool.query(`DELETE FROM "RateCounter" WHERE "key" = $1 AND "window" < $2`, [key, current]);
}
