import type { Database } from '../../db/database.ts';
import { ApiError } from '../../errors.ts';
import type { Usage } from './usage-reader.ts';

export interface Reservation {
  /** Turns the estimate into what was really used; once. */
  settle(usage: Usage): Promise<void>;
}

export interface Budget {
  /**
   * Counts a call before it is made, by an estimate of its tokens, so that calls side by side cannot all slip under the
   * day's budget.
   * @throws ApiError rate_limited with the seconds until midnight UTC when the day's tokens are used up
   */
  reserve(call: {
    userId: string;
    provider: string;
    estimate: number;
    isFree: boolean;
  }): Promise<Reservation>;
}

export interface BudgetOptions {
  readonly db: Pick<Database, 'prisma'>;
  /** Tokens of one person in a day (UTC), input and output together, over all providers that cost something. */
  readonly dailyTokens: number;
  readonly now: () => Date;
}

/** Provider name under which free calls are counted; they are no part of the budget. */
const FREE = 'demo';
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The token budget of a person and a day, in the database, so that all processes share it (design 9). */
export function createBudget({ db, dailyTokens, now }: BudgetOptions): Budget {
  return {
    async reserve({ userId, provider, estimate, isFree }) {
      const at = now().getTime();
      const day = new Date(at - (at % DAY_MS));
      const row = { userId, day, provider };
      const reserved = BigInt(estimate);
      await db.prisma.$transaction(async (tx) => {
        // One person's calls are counted one after the other; other people's do not wait.
        await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`llm-budget:${userId}`}, 0))::text`;
        if (!isFree) {
          const { _sum: sum } = await tx.llmUsage.aggregate({
            where: { userId, day, provider: { not: FREE } },
            _sum: { inputTokens: true, outputTokens: true, reservedTokens: true },
          });
          const used = (sum.inputTokens ?? 0n) + (sum.outputTokens ?? 0n) + (sum.reservedTokens ?? 0n);
          if (used >= BigInt(dailyTokens)) throw usedUp(dailyTokens, (day.getTime() + DAY_MS - at) / 1_000);
        }
        await tx.llmUsage.upsert({
          where: { userId_day_provider: row },
          create: { ...row, requests: 1, reservedTokens: reserved },
          update: { requests: { increment: 1 }, reservedTokens: { increment: reserved } },
        });
      });
      return {
        async settle({ inputTokens, outputTokens }) {
          await db.prisma.llmUsage.update({
            where: { userId_day_provider: row },
            data: {
              inputTokens: { increment: inputTokens },
              outputTokens: { increment: outputTokens },
              reservedTokens: { decrement: reserved },
            },
          });
        },
      };
    },
  };
}

function usedUp(dailyTokens: number, retryAfter: number): ApiError {
  return new ApiError(
    'rate_limited',
    `Your ${dailyTokens.toLocaleString('en')} tokens for today are used up. They begin anew at midnight UTC.`,
    { retryAfter },
  );
}
