import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

/** How long a row of wrong passwords is remembered. */
const MEMORY = '1 day';

export interface SignInDelays {
  /**
   * Counts one attempt on an account, existing or not, before the password is looked at: attempts side by side are
   * counted too. A few are free, then each makes the next wait twice as long.
   * @throws ApiError rate_limited with the seconds to wait
   */
  attempt(email: string): Promise<void>;
  /** The password was right, or is a new one: the next attempt is free again. */
  forget(email: string): Promise<void>;
  tidy(): Promise<void>;
}

/** Guessing gets slower and slower for one account, whatever addresses the guesses come from (design 12). */
export function createSignInDelays({ pool }: Database): SignInDelays {
  return {
    async attempt(email) {
      const { rowCount } = await pool.query(
        `INSERT INTO "SignInDelay" AS known ("key", "failures", "until") VALUES ($1, 1, now())
         ON CONFLICT ("key") DO UPDATE SET
           "failures" = CASE WHEN known."until" < now() - interval '${MEMORY}' THEN 1 ELSE known."failures" + 1 END,
           "until" = now() + CASE
             WHEN known."until" < now() - interval '${MEMORY}' OR known."failures" < $2::int THEN interval '0'
             ELSE least($3::float8 * 2 ^ least(known."failures" - $2::int, 30), $4::float8) * interval '1 millisecond'
           END
         WHERE known."until" <= now()
         RETURNING 1`,
        [keyOf(email), LIMITS.signInFailuresFree, LIMITS.signInDelayMs, LIMITS.signInLongestDelayMs],
      );
      if (rowCount === 1) return;
      const { rows } = await pool.query<{ wait: number }>(
        `SELECT extract(epoch FROM "until" - now())::float8 AS wait FROM "SignInDelay" WHERE "key" = $1`,
        [keyOf(email)],
      );
      const seconds = Math.max(1, Math.ceil(rows[0]?.wait ?? 1));
      throw new ApiError(
        'rate_limited',
        `Too many wrong passwords for this account. Try again in ${inWords(seconds)}, or reset the password by mail.`,
        { retryAfter: seconds },
      );
    },

    async forget(email) {
      await pool.query(`DELETE FROM "SignInDelay" WHERE "key" = $1`, [keyOf(email)]);
    },

    async tidy() {
      await pool.query(`DELETE FROM "SignInDelay" WHERE "until" < now() - interval '${MEMORY}'`);
    },
  };
}

function keyOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
