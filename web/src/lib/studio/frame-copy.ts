/** Words that stand in the place of a Studio's frame. They are not the Studio's own: that has its page. */
export const frameCopy = {
  loading: 'The editor is loading',
  failed: 'The editor does not answer',
  why: (reason: string) => `${reason} What you made is kept. Check your connection and try again.`,
  again: 'Try again',
} as const;
