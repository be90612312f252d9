import { cutText } from '#lib/ui/cut-text.ts';

/** Characters of a search that fit where it is repeated. */
const SHOWN = 60;
const quoted = (text: string): string => `“${cutText(text, SHOWN)}”`;

/** Words of the market. */
export const copy = {
  title: 'Market',
  headline: ['Describe a small web app.', 'Use it a minute later.'],
  lead: 'Every app here was made by talking to an agent, keeps its own data, and can be forked.',
  prompt: { label: 'Describe an app', placeholder: 'Describe an app…', submit: 'Build' },
  examplesLabel: 'Or begin with one of these',
  examples: ['A guestbook', 'A to-do list for two', 'A poll for lunch'],
  list: {
    newest: 'Apps, newest first',
    updated: 'Apps, last updated first',
    forks: 'Apps, most forked first',
  },
  filters: {
    tags: 'Tags',
    sort: 'Order',
    sorts: { newest: 'Newest', updated: 'Updated', forks: 'Most forked' },
    tagCount: (count: number) => (count === 1 ? '1 app' : `${count.toLocaleString('en')} apps`),
    allTags: (tag: string) => `${tag}: show all tags`,
  },
  results: (q: string, tag: string) =>
    q === ''
      ? `Apps tagged ${quoted(tag)}`
      : `Apps with ${quoted(q)}${tag === '' ? '' : `, tagged ${quoted(tag)}`}`,
  forks: (count: number) => (count === 1 ? '1 fork' : `${count.toLocaleString('en')} forks`),
  more: 'Show more',
  moreFailed: 'The next apps could not be loaded.',
  retry: 'Try again',
  empty: {
    title: 'Nothing has been published yet',
    text: 'Apps that people publish appear here, for everybody to open and fork. Yours can be the first.',
    action: 'Build the first app',
  },
  none: {
    title: (q: string, tag: string) =>
      q === '' ? `No app is tagged ${quoted(tag)}` : `No app matches ${quoted(q)}`,
    text: 'Names, descriptions and tags were searched. Try fewer or other words, or build it.',
    clear: 'Show all apps',
    build: (q: string) => `Build ${quoted(q)}`,
  },
  failed: { title: 'The market could not be loaded', retry: 'Try again' },
} as const;
