import { expect, it } from 'vitest';
import { barsOf, percent, type Question } from './chart-bars.ts';

const question = (rest: Partial<Question>): Question => ({
  key: 'k',
  label: 'K',
  type: 'choice',
  answered: 4,
  counts: [],
  bins: [],
  mean: null,
  min: null,
  max: null,
  ...rest,
});

it('shows each option with its share of those who answered', () => {
  const bars = barsOf(
    question({
      counts: [
        { value: 'a', count: 1 },
        { value: 'b', count: 3 },
      ],
    }),
  );
  expect(bars).toEqual([
    { label: 'a', count: 1, share: 0.25 },
    { label: 'b', count: 3, share: 0.75 },
  ]);
});

it('says yes and no, and the ranges of numbers', () => {
  expect(barsOf(question({ type: 'bool', counts: [{ value: 'true', count: 4 }] }))[0]?.label).toBe('Yes');
  expect(barsOf(question({ type: 'number', bins: [{ from: 0, to: 1000, count: 4 }] }))[0]?.label).toBe(
    '0 to 1,000',
  );
  expect(
    barsOf(
      question({
        type: 'number',
        bins: [
          { from: 33.5, to: 33.5, count: 4 },
          { from: 0.0005, to: 0.001, count: 1 },
        ],
      }),
    ).map(({ label }) => label),
  ).toEqual(['33.5', '0.0005 to 0.001']);
});

it('divides by no answers without a fuss', () => {
  expect(barsOf(question({ answered: 0, counts: [{ value: 'a', count: 0 }] }))[0]?.share).toBe(0);
  expect([percent(0), percent(0.031), percent(0.5)]).toEqual(['0%', '3.1%', '50%']);
});
