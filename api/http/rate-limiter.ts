import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';

export interface RateRule {
  readonly name: string;
  /** Uses that may come at once; as many more are free again after `windowMs`, one by one. */
  readonly limit: number;
  readonly windowMs: number;
}

export interface RateLimiter {
  /**
   * Counts one use and refuses the one past the limit; all processes share the count. Subjects (addresses,
   * e-mails) are stored hashed.
   * @throws ApiError rate_limited with the seconds until one more is free
   */
  use(rule: RateRule, subject: string, message: string): Promise<void>;
  /** Removes what limits nobody any more. */
  tidy(): Promise<void>;
}

/**
 * A bucket for each subject, in one row: the moment at which it is empty again. One statement reads and writes it, by
 * the database's clock, so that processes side by side let through no more than one would. A refused use costs nothing.
 */
export function createRateLimiter({ pool }: Database): RateLimiter {
  return {
    async use(rule, subject, message) {
      const key = `${rule.name}:${createHash('sha256').update(subject).digest('base64url')}`;
      const step = `${rule.windowMs / rule.limit} milliseconds`;
      const window = `${rule.windowMs} milliseconds`;
      const { rowCount } = await pool.query(
        `INSERT INTO "RateBucket" AS bucket ("key", "freeAt") VALUES ($1, now() + $2::interval)
         ON CONFLICT ("key") DO UPDATE SET "freeAt" = greatest(bucket."freeAt", now()) + $2::interval
         WHERE greatest(bucket."freeAt", now()) + $2::interval <= now() + $3::interval
         RETURNING 1`,
        [key, step, window],
      );
      if (rowCount === 1) return;
      const { rows } = await pool.query<{ wait: number }>(
        `SELECT extract(epoch FROM "freeAt" + $2::interval - $3::interval - now())::float8 AS wait
         FROM "RateBucket" WHERE "key" = $1`,
        [key, step, window],
      );
      throw new ApiError('rate_limited', message, { retryAfter: Math.max(1, rows[0]?.wait ?? 1) });
    },

    async tidy() {
      await pool.query(`DELETE FROM "RateBucket" WHERE "freeAt" < now()`);
    },
  };
}
