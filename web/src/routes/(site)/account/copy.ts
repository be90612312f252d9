/** Words of one's own page. */
export const copy = {
  title: 'Your account',
  appsTitle: 'Your apps',
  appsLabel: 'Your apps, newest first',
  build: 'Build an app',
  forks: (count: number) => (count === 1 ? '1 fork' : `${count.toLocaleString('en')} forks`),
  empty: {
    title: 'You have not published an app yet',
    text: 'What you publish or fork stands here. What you are still building is in the builder.',
  },
  failed: 'Your apps could not be loaded.',
  retry: 'Try again',
  more: 'Show more',
  takenDown: (name: string) => `“${name}” was taken down.`,
  gone: {
    title: 'Deleted',
    lead: 'What you deleted can be restored, data included, for 30 days.',
    deleted: 'Deleted',
    restore: 'Restore',
    restored: (name: string) => `“${name}” is back.`,
    failed: 'Your deleted apps could not be loaded.',
    retry: 'Try again',
  },
} as const;
