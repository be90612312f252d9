import type { ContentKind } from '#lib/gql/graphql.ts';

const mistakes = (count: number): string => (count === 1 ? '1 mistake' : `${count} mistakes`);

/** Words of the page on which a project is edited. */
export const editCopy = {
  frame: { FORM: 'Form editor', SLIDES: 'Slides editor' } satisfies Record<ContentKind, string>,
  saved: 'Saved',
  saving: 'Saving…',
  invalid: (count: number) => `Kept here, not saved: ${mistakes(count)}`,
  invalidWhy: 'It is saved as soon as they are mended. Until then its page stays as it was.',
  failed: (why: string) => `Not saved: ${why}`,
  again: 'Try again',
  undecided: 'Not saved: changed elsewhere',
  conflict: {
    text: 'This was changed elsewhere while you edited it here. Nothing is lost yet.',
    took: 'It is now as it was changed elsewhere.',
    undo: 'Undo',
  },
  agent: { label: 'Agent', show: 'Ask the agent', hide: 'Hide the agent' },
  left: 'Not everything was saved. It is kept in this tab: open Edit again to go on.',
} as const;
