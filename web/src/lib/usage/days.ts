import type { UsageQuery } from '#lib/gql/graphql.ts';

export type UsageEntry = UsageQuery['usage']['entries'][number];

/** One UTC day with its models, and all of them together. */
export interface UsageDay {
  readonly day: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Those with most tokens first; refused calls last. */
  readonly entries: readonly UsageEntry[];
}

/** The ranges that the page offers; the address names one. */
export const RANGES = [7, 30, 90] as const;
export const DEFAULT_RANGE = 30;

/** Reads the range from the address; anything else than an offered one is the default. */
export function readRange(text: string | null): number {
  return RANGES.find((days) => String(days) === text) ?? DEFAULT_RANGE;
}

/** Entries as they come, newest day first, put together by day. */
export function groupByDay(entries: readonly UsageEntry[]): readonly UsageDay[] {
  const days = Map.groupBy(entries, ({ day }) => day);
  return [...days].map(([day, ofDay]) => ({
    day,
    calls: sum(ofDay, 'calls'),
    inputTokens: sum(ofDay, 'inputTokens'),
    outputTokens: sum(ofDay, 'outputTokens'),
    entries: ofDay.toSorted((a, b) => weight(b) - weight(a)),
  }));
}

function sum(entries: readonly UsageEntry[], member: 'calls' | 'inputTokens' | 'outputTokens'): number {
  return entries.reduce((total, entry) => total + entry[member], 0);
}

function weight({ model, inputTokens, outputTokens }: UsageEntry): number {
  return model === null ? -1 : inputTokens + outputTokens;
}

const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day as people write it. */
export function dayWords(day: string): string {
  return date.format(new Date(`${day}T00:00:00Z`));
}
