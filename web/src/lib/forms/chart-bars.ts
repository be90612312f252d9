import type { FormSummaryQuery } from '#lib/gql/graphql.ts';
import { copy } from './answers-copy.ts';

export type Question = NonNullable<
  NonNullable<NonNullable<FormSummaryQuery['viewer']>['project']>['submissionSummary']
>['questions'][number];

export interface Bar {
  readonly label: string;
  readonly count: number;
  /** Of those who answered, 0 to 1; of a `multi` the parts add up to more than 1. */
  readonly share: number;
}

/** The bars of a question in their order; none for texts, whose words are no numbers. */
export function barsOf({ type, answered, counts, bins }: Question): readonly Bar[] {
  const share = (count: number): number => (answered === 0 ? 0 : count / answered);
  if (bins.length > 0) {
    return bins.map(({ from, to, count }) => ({
      label: from === to ? numeral(from) : copy.summary.range(numeral(from), numeral(to)),
      count,
      share: share(count),
    }));
  }
  const labelOf = (value: string): string =>
    type === 'bool' ? (value === 'true' ? copy.summary.yes : copy.summary.no) : value;
  return counts.map(({ value, count }) => ({ label: labelOf(value), count, share: share(count) }));
}

/** All digits that a number has: of a stretch, both ends would else look like one. */
function numeral(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 12 });
}

/** Whether the bars are stretches of one scale, which read best side by side. */
export function isDistribution({ type }: Question): boolean {
  return type === 'number' || type === 'date';
}

/** As `12 %` would be written in English. */
export function percent(share: number): string {
  return share.toLocaleString('en', { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 });
}
