const number = (value: number): string => value.toLocaleString('en');

/** Words of the usage page. */
export const copy = {
  title: 'Usage',
  loading: 'Loading your usage',
  failed: 'Your usage could not be loaded.',
  retry: 'Try again',
  today: {
    title: 'Today',
    lead: (renews: string) => `A day begins at midnight UTC; the next one ${renews}.`,
    tokens: 'Tokens, in and out together',
    calls: 'Calls to models',
    of: (used: number, limit: number) => `${number(used)} of ${number(limit)}`,
    left: (left: number) => (left === 0 ? 'Used up' : `${number(left)} left`),
    underWay: (calls: number, most: number) =>
      `${calls === 1 ? 'One call is' : `${number(calls)} calls are`} under way and may take up to ${number(most)} tokens more.`,
    usedUp:
      'Today’s budget is used up. Models of the providers answer again from midnight UTC; the demo goes on answering.',
  },
  days: {
    title: 'By day and model',
    lead: 'What the providers report. Where one reports nothing, or you left before the end, it is counted by size and time.',
    label: 'Usage by day and model',
    ranges: 'Days to show',
    range: (days: number) => `${days} days`,
    model: 'Model',
    calls: 'Calls',
    tokensIn: 'Tokens in',
    tokensOut: 'Tokens out',
    unanswered: 'Refused or failed',
    free: 'costs nothing',
    empty: {
      title: 'No calls to models yet',
      text: 'What you ask models in the builder is counted here, day by day.',
      build: 'Build an app',
    },
    emptyRange: (days: number) => `No calls in the last ${days} days.`,
  },
  prices: {
    title: 'Prices',
    text: 'This page shows no prices, because this server does not know them: they differ by provider and model, change often, and are settled between the provider and whoever runs this server. You are not billed here.',
  },
  number,
} as const;
