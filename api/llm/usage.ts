import type { SessionUser } from '../accounts/session-user.ts';
import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';
import type { LlmLimits } from './llm-limits.ts';
import { PROVIDERS } from './provider-table.ts';
import { dayOf, FREE_PROVIDER, readDay } from './proxy/calls.ts';

/** What a person used of one model on one day (UTC). */
interface LlmUsageEntry {
  /** As `2026-01-31`. */
  readonly day: string;
  readonly provider: string;
  readonly providerName: string;
  /** Null: calls that no provider answered. */
  readonly model: string | null;
  /** No part of the budgets. */
  readonly isFree: boolean;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The budgets of a person and a day, and what is used of them; all in the same two units: calls and tokens. */
interface LlmToday {
  readonly calls: number;
  readonly callLimit: number;
  readonly tokens: number;
  readonly tokenLimit: number;
  /** The most that calls under way may still take. */
  readonly reservedTokens: number;
  readonly underWay: number;
  readonly underWayLimit: number;
  /** Midnight UTC. */
  readonly renewsAt: Date;
}

export interface LlmUsageView {
  /** Newest day first; within a day by provider and model. */
  readonly entries: readonly LlmUsageEntry[];
  readonly today: LlmToday;
}

interface Sources {
  readonly db: Pick<Database, 'prisma' | 'pool'>;
  readonly limits: LlmLimits;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  readonly now: () => Date;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const KEPT_DAYS = 400;

/**
 * Reads the use of the last `days` days, today included.
 * @throws ApiError invalid_request for a number of days that is not from 1 to `llmUsageDays`
 */
export async function readUsage(
  { db, limits, providers, now }: Sources,
  { id: userId }: SessionUser,
  days: number,
): Promise<LlmUsageView> {
  if (!Number.isInteger(days) || days < 1 || days > limits.llmUsageDays)
    throw new ApiError('invalid_request', `Usage is told for 1 to ${limits.llmUsageDays} days.`);
  const at = now().getTime();
  const midnight = at - (at % DAY_MS);
  // A provider may have been used whose key was taken away since.
  const known = [...providers, ...PROVIDERS];
  const [used, rows] = await Promise.all([
    readDay(db.pool, userId, dayOf(at)),
    db.prisma.llmUsage.findMany({
      where: { userId, day: { gt: new Date(midnight - days * DAY_MS) } },
      orderBy: [{ day: 'desc' }, { provider: 'asc' }, { model: 'asc' }],
    }),
  ]);
  return {
    entries: rows.map(({ day, provider, model, requests, inputTokens, outputTokens }) => ({
      day: dayOf(day.getTime()),
      provider,
      providerName: known.find(({ id }) => id === provider)?.name ?? provider,
      model: model === '' ? null : model,
      isFree: provider === FREE_PROVIDER,
      calls: requests,
      inputTokens: Number(inputTokens),
      outputTokens: Number(outputTokens),
    })),
    today: {
      calls: used.requests,
      callLimit: limits.llmDailyRequests,
      tokens: used.tokens,
      tokenLimit: limits.llmDailyTokens,
      reservedTokens: used.reserved,
      underWay: used.underWay,
      underWayLimit: limits.llmStreamsPerUser,
      renewsAt: new Date(midnight + DAY_MS),
    },
  };
}

/** Usage is a record of what a person did: it is kept for a little more than a year. */
export async function forgetOldUsage({ prisma }: Pick<Database, 'prisma'>, now: Date): Promise<void> {
  await prisma.llmUsage.deleteMany({ where: { day: { lt: new Date(now.getTime() - KEPT_DAYS * DAY_MS) } } });
}
