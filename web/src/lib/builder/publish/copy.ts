/** Words about what publishing takes away. */
export const copy = {
  lost: {
    title: 'The app’s files still name what is no longer in the data model. These calls will be refused:',
    gone: (name: string) => `${name} is gone.`,
    renamed: (name: string, now: string) => `${name} is now ${now}.`,
    first: (name: string) => `No model is named here, which meant ${name} as long as that was the first one.`,
    place: (path: string, line: number) => `${path}:${line}`,
    open: (place: string) => `Open ${place} in the editor`,
    more: (count: number) => `and ${count.toLocaleString('en')} more`,
  },
} as const;
