import type { KindName, SortName } from '#lib/market/market-query.ts';
import { cutText } from '#lib/ui/cut-text.ts';

/** Characters of a search that fit where it is repeated. */
const SHOWN = 60;
const quoted = (text: string): string => `“${cutText(text, SHOWN)}”`;

/** What is listed, by what the list is narrowed to: one of it, and several. */
const NOUNS: Readonly<Record<KindName, readonly [one: string, many: string]>> = {
  all: ['app', 'Apps'],
  app: ['app', 'Apps'],
  form: ['form', 'Forms'],
  slides: ['deck', 'Decks'],
};
const ORDERS: Readonly<Record<SortName, string>> = {
  newest: 'newest first',
  updated: 'last updated first',
  forks: 'most forked first',
};
const OTHER_WORDS = 'Names, descriptions and tags were searched. Try fewer or other words';

/** Words of the market. */
export const copy = {
  title: 'Market',
  headline: ['Describe a small web app.', 'Use it a minute later.'],
  lead: 'Every app here was made by talking to an agent, keeps its own data, and can be forked.',
  prompt: { label: 'Describe an app', placeholder: 'Describe an app…', submit: 'Build' },
  examplesLabel: 'Or begin with one of these',
  examples: ['A guestbook', 'A to-do list for two', 'A poll for lunch'],
  list: (kind: KindName, sort: SortName) => `${NOUNS[kind][1]}, ${ORDERS[sort]}`,
  filters: {
    kind: 'Kind',
    kinds: { all: 'All', app: 'Apps', form: 'Forms', slides: 'Slides' },
    tags: 'Tags',
    sort: 'Order',
    sorts: { newest: 'Newest', updated: 'Updated', forks: 'Most forked' },
    tagCount: (count: number) => (count === 1 ? '1 app' : `${count.toLocaleString('en')} apps`),
    allTags: (tag: string) => `${tag}: show all tags`,
  },
  results(q: string, tag: string, kind: KindName): string {
    const tagged = tag === '' ? '' : ` tagged ${quoted(tag)}`;
    const [, many] = NOUNS[kind];
    return q === '' ? `${many}${tagged}` : `${many} with ${quoted(q)}${tagged && `,${tagged}`}`;
  },
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
    title(q: string, tag: string, kind: KindName): string {
      const [one] = NOUNS[kind];
      if (q !== '') return `No ${one} matches ${quoted(q)}`;
      return tag === '' ? `There is no ${one} in the market yet` : `No ${one} is tagged ${quoted(tag)}`;
    },
    text: {
      all: `${OTHER_WORDS}, or build it.`,
      app: `${OTHER_WORDS}, or build it.`,
      form: 'Forms come here when their owners publish them, for everybody to look at and to fork.',
      slides: 'Decks come here when their owners publish them, for everybody to look at and to fork.',
    },
    clear: 'Show all apps',
    build: (q: string) => `Build ${quoted(q)}`,
  },
  failed: { title: 'The market could not be loaded', retry: 'Try again' },
} as const;
