import { expect, it } from 'vitest';
import { dayWords, groupByDay, readRange, type UsageEntry } from './days.ts';

const entry = (day: string, model: string | null, inputTokens: number): UsageEntry => ({
  day,
  provider: 'openai',
  providerName: 'OpenAI',
  model,
  isFree: false,
  calls: 2,
  inputTokens,
  outputTokens: 1,
});

it('puts a day together: most tokens first, refused calls last', () => {
  const days = groupByDay([
    entry('2026-11-22', null, 9_000),
    entry('2026-11-22', 'a', 5),
    entry('2026-11-22', 'b', 70),
    entry('2026-11-21', 'a', 1),
  ]);
  expect(
    days.map(({ day, calls, inputTokens, outputTokens }) => [day, calls, inputTokens, outputTokens]),
  ).toEqual([
    ['2026-11-22', 6, 9_075, 3],
    ['2026-11-21', 2, 1, 1],
  ]);
  expect(days[0]?.entries.map(({ model }) => model)).toEqual(['b', 'a', null]);
});

it('reads the range that the address names, and writes days in no time zone but UTC', () => {
  expect(['7', '30', '90', '8', '7x', '', null].map(readRange)).toEqual([7, 30, 90, 30, 30, 30, 30]);
  expect(dayWords('2026-01-01')).toBe('Jan 1, 2026');
});
