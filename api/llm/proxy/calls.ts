import type { Logger } from 'pino';
import type { Pool, PoolClient } from 'pg';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { ApiError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { LlmLimits } from '../llm-limits.ts';
import { noPlace, requestsUsedUp, tokensSetAside, tokensUsedUp } from './refusals.ts';
import { BYTES_PER_TOKEN, type Usage } from './usage-reader.ts';

/** Provider name under which free calls are counted; they are no part of the budgets. */
export const FREE_PROVIDER = 'demo';

/** A call's place among those of its person that are under way, and the tokens set aside for it. */
export interface Lease {
  /**
   * Sets tokens aside, at least as many as the call can take, so that calls side by side cannot all slip under the
   * day's budget.
   * @throws ApiError rate_limited when the rest of the day is used up, or may be by calls that are under way
   */
  reserve(tokens: number): Promise<void>;
  /** Frees the place and turns what was set aside into what was used; the model is empty when nobody answered. */
  settle(usage: Usage, model: string): Promise<void>;
}

export interface Calls {
  /** @throws ApiError rate_limited when all places are taken, or the day's requests or tokens are used up */
  begin(call: { userId: string; provider: string }): Promise<Lease>;
  /** Turns calls that nobody renews any more into usage, everybody's. */
  tidy(): Promise<void>;
}

export interface CallsOptions {
  readonly db: Pick<Database, 'pool'>;
  readonly limits: LlmLimits;
  readonly log: Logger;
  readonly now: () => Date;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A call that was just left may not have given its place back yet: how long to wait before looking again. */
const PATIENCE_MS: readonly number[] = [50, 100, 200];

/**
 * Places and budgets of all people, in the database, so that all processes share them (design 9). One person's calls
 * are counted one after the other; others do not wait. A process renews its calls; those of one that died become usage.
 */
export function createCalls({ db: { pool }, limits, log, now }: CallsOptions): Calls {
  const renewing = createRenewing(pool, limits.llmLeaseMs, log);

  async function tryBegin(userId: string, provider: string): Promise<Lease | null> {
    const at = now().getTime();
    const day = dayOf(at);
    const untilTomorrow = (DAY_MS - (at % DAY_MS)) / 1_000;
    const id = newId();
    const isFree = provider === FREE_PROVIDER;

    const isBegun = await inTransaction(pool, async (client) => {
      await lock(client, userId);
      await client.query(TURN_EXPIRED + ' AND "userId" = $1' + INTO_USAGE, [userId]);
      const used = await readDay(client, userId, day);
      if (used.underWay >= limits.llmStreamsPerUser) return false;
      if (!isFree && used.requests >= limits.llmDailyRequests)
        throw requestsUsedUp(limits.llmDailyRequests, untilTomorrow);
      if (!isFree && used.tokens >= limits.llmDailyTokens)
        throw tokensUsedUp(limits.llmDailyTokens, untilTomorrow);
      await client.query(
        `INSERT INTO "LlmCall" ("id", "userId", "day", "provider", "expiresAt")
         VALUES ($1, $2, $3, $4, now() + $5::interval)`,
        [id, userId, day, provider, `${limits.llmLeaseMs} milliseconds`],
      );
      return true;
    });
    if (!isBegun) return null;
    renewing.add(id);
    return {
      async reserve(tokens) {
        if (isFree || tokens === 0) return;
        await inTransaction(pool, async (client) => {
          await lock(client, userId);
          const { tokens: used, reserved } = await readDay(client, userId, day);
          if (used >= limits.llmDailyTokens) throw tokensUsedUp(limits.llmDailyTokens, untilTomorrow);
          if (used + reserved >= limits.llmDailyTokens) throw tokensSetAside(limits.llmDailyTokens);
          const { rowCount } = await client.query(
            `UPDATE "LlmCall" SET "reservedTokens" = $2 WHERE "id" = $1`,
            [id, tokens],
          );
          if (rowCount !== 1)
            throw new ApiError('unavailable', 'This call took too long to begin. Please try again.', {
              retryAfter: 1,
            });
        });
      },
      async settle({ inputTokens, outputTokens }, model) {
        renewing.delete(id);
        // One that expired meanwhile is usage already.
        await pool.query(
          `WITH ended AS (DELETE FROM "LlmCall" WHERE "id" = $1 RETURNING *)
           INSERT INTO "LlmUsage" AS usage ("userId", "day", "provider", "model", "requests", "inputTokens", "outputTokens")
           SELECT "userId", "day", "provider", $2::text, 1, $3::bigint, $4::bigint FROM ended ${ADDED}`,
          [id, model, inputTokens, outputTokens],
        );
      },
    };
  }

  return {
    async begin({ userId, provider }) {
      for (const patience of [...PATIENCE_MS, null]) {
        const lease = await tryBegin(userId, provider);
        if (lease) return lease;
        if (patience !== null) await new Promise((resolve) => setTimeout(resolve, patience));
      }
      throw noPlace(limits.llmStreamsPerUser);
    },
    async tidy() {
      await pool.query(TURN_EXPIRED + INTO_USAGE);
    },
  };
}

const ADDED = `ON CONFLICT ("userId", "day", "provider", "model") DO UPDATE SET
  "requests" = usage."requests" + excluded."requests",
  "inputTokens" = usage."inputTokens" + excluded."inputTokens",
  "outputTokens" = usage."outputTokens" + excluded."outputTokens"`;

const TURN_EXPIRED = `WITH expired AS (DELETE FROM "LlmCall" WHERE "expiresAt" < now()`;

// What was set aside is the most that a call can take, a token a byte; a quarter of it is what text usually takes.
const INTO_USAGE = ` RETURNING *)
  INSERT INTO "LlmUsage" AS usage ("userId", "day", "provider", "requests", "inputTokens", "outputTokens")
  SELECT "userId", "day", "provider", count(*), sum("reservedTokens") / ${BYTES_PER_TOKEN}, 0
  FROM expired GROUP BY "userId", "day", "provider" ${ADDED}`;

async function lock(client: PoolClient, userId: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text', [`llm:${userId}`]);
}

/** What a person has used of a day, and what calls under way may still take of it. */
export interface DayUse {
  /** Calls that are under way, those to the free provider too. */
  readonly underWay: number;
  /** Calls of the day that count, those under way too. */
  readonly requests: number;
  readonly tokens: number;
  readonly reserved: number;
}

/** The UTC day of a moment, as the database writes it. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/** Reads the use of a day. */
export async function readDay(client: Pick<Pool, 'query'>, userId: string, day: string): Promise<DayUse> {
  const { rows } = await client.query<DayUse>(
    `SELECT calls.all::float8 AS "underWay", (calls.paid + used.requests)::float8 AS "requests",
            used.tokens::float8 AS "tokens", calls.reserved::float8 AS "reserved"
     FROM (SELECT count(*) AS all, count(*) FILTER (WHERE "provider" <> $3 AND "day" = $2::date) AS paid,
                  coalesce(sum("reservedTokens") FILTER (WHERE "provider" <> $3 AND "day" = $2::date), 0) AS reserved
           FROM "LlmCall" WHERE "userId" = $1 AND "expiresAt" >= now()) AS calls,
          (SELECT coalesce(sum("requests"), 0) AS requests,
                  coalesce(sum("inputTokens" + "outputTokens"), 0) AS tokens
           FROM "LlmUsage" WHERE "userId" = $1 AND "day" = $2::date AND "provider" <> $3) AS used`,
    [userId, day, FREE_PROVIDER],
  );
  const [row] = rows;
  if (!row) throw new Error('the use of a day could not be read');
  return row;
}

/** Renews the calls of this process, all with one statement, for as long as there are any. */
function createRenewing(
  pool: Pool,
  leaseMs: number,
  log: Logger,
): { add(id: string): void; delete(id: string): void } {
  const ids = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const renew = (): void => {
    pool
      .query(`UPDATE "LlmCall" SET "expiresAt" = now() + $2::interval WHERE "id" = ANY($1)`, [
        [...ids],
        `${leaseMs} milliseconds`,
      ])
      .catch((error: unknown) => {
        log.warn({ err: error }, 'calls under way could not be renewed; it is tried again');
      });
  };
  return {
    add(id) {
      ids.add(id);
      timer ??= setInterval(renew, leaseMs / 4).unref();
    },
    delete(id) {
      ids.delete(id);
      if (ids.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}
