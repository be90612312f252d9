/** Words of an author's page. */
export const copy = {
  apps: (count: number) => (count === 1 ? '1 app' : `${count.toLocaleString('en')} apps`),
  since: 'here since',
  list: (name: string) => `Apps by ${name}, newest first`,
  description: (name: string, count: number) =>
    `${count === 1 ? 'One app' : `${count} apps`} by ${name}, to use and to fork.`,
  missing: 'Nobody with this address has an app in the market.',
  forks: (count: number) => (count === 1 ? '1 fork' : `${count.toLocaleString('en')} forks`),
  more: 'Show more',
  moreFailed: 'The next apps could not be loaded.',
  retry: 'Try again',
} as const;
