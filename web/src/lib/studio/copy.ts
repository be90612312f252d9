import type { FieldType } from '@platform/api/content/form/document.ts';
import type { KindId } from '@platform/api/content/kinds.ts';
import { THEME_COLORS } from '@platform/api/content/slides/page/look.ts';
import type { Layout } from '@platform/api/content/slides/document.ts';

const mistakes = (count: number): string =>
  count === 1 ? '1 mistake' : `${count.toLocaleString('en')} mistakes`;

const themeWords = `Some of: light or dark; 16:9, 16:10 or 4:3; ${THEME_COLORS.join(', ')}, or a colour such as #0f766e. A page of your own may know other words.`;

/** Words of the Studio. */
export const copy = {
  title: { form: 'Form studio', slides: 'Slides studio' } satisfies Record<KindId, string>,
  views: 'Views',
  view: { edit: 'Edit', json: 'JSON', page: 'Page' },
  alone: 'This Studio belongs into the page of a host. What is made here on its own is not kept.',
  tryHost: 'Try it in a host',
  mistakes,
  valid: 'Valid',
  wrong: 'has mistakes',
  /** What a mistake says under its input, by its code; others say their message. */
  mistakeAt: {
    missing_member: 'This is needed.',
    unknown_value: 'Choose one of the list.',
    too_few_items: 'Write at least one.',
    duplicate_key: 'Another field before has this key.',
    range_order: 'From must be less than To.',
  } as Readonly<Record<string, string>>,
  thisOne: 'This',
  stale: (made: number, now: number) =>
    `This was made for version ${made} of the schema; the current one is ${now}. It goes on working as it is.`,
  page: {
    label: 'The page as it is seen',
    frame: 'Page',
    loading: 'The page is loading…',
    kept: 'The page is as it was before the document had mistakes.',
    more: (count: number) => `${count.toLocaleString('en')} more: see the JSON.`,
    problems: 'The page reports:',
    blank: 'There is no renderer, so the page is blank.',
    again: 'Load again',
    notLoaded: 'The page did not load within 10 seconds.',
    left: 'The page went to another address.',
  },
  json: {
    label: 'The document as JSON',
    keys: 'Esc and then Tab leaves the editor.',
    list: 'Mistakes',
    go: (line: number, col: number) => `Line ${line}, column ${col}`,
    failed: 'The editor could not be loaded.',
  },
  unreadable: 'The document has no list to edit here. Mend its text first.',
  openJson: 'Open the JSON',
  documentTitle: 'Title',
  description: 'Description',
  theme: 'Theme',
  themeHint: themeWords,
  up: 'Move up',
  down: 'Move down',
  remove: 'Remove',
  keepsLast: 'The last one stays: there has to be one',
  drag: 'Drag to another place',
  moved: (name: string, place: number, count: number) => `${name} is number ${place} of ${count} now.`,
  removed: (name: string) => `${name} was removed.`,
  undo: 'Undo',
  redo: 'Redo',
  fields: {
    list: 'Fields',
    add: 'Add a field',
    none: 'No field yet. Add the first one.',
    label: 'Label',
    key: 'Key',
    keyHint: 'Names the answer in tables and exports. Another key begins a new column.',
    type: 'Type',
    required: 'Required',
    options: 'Options',
    optionsHint: 'One on each line.',
    optionTwice: (name: string) => `“${name}” is there twice; people see it once.`,
    least: 'From',
    most: 'To',
    rangeHint: {
      number: 'Both or neither: without them any number will do.',
      rating: 'Both or neither: without them it is 1 to 5.',
    },
    unnamed: (place: number) => `Field ${place}`,
    fresh: 'New question',
    types: {
      text: 'Short text',
      long: 'Long text',
      email: 'E-mail',
      number: 'Number',
      choice: 'One of several',
      multi: 'Any of several',
      rating: 'Rating',
      date: 'Date',
      bool: 'Yes or no',
    } satisfies Record<FieldType, string>,
    option: (place: number) => `Option ${place}`,
  },
  slides: {
    list: 'Slides',
    add: 'Add a slide',
    none: 'No slide yet. Add the first one.',
    layout: 'Layout',
    heading: 'Heading',
    subtitle: 'Subtitle',
    body: 'Text',
    bullets: 'Points',
    bulletsHint: 'One on each line.',
    unnamed: (place: number) => `Slide ${place}`,
    numbered: (place: number, layout: string) => (layout === '' ? String(place) : `${place} · ${layout}`),
    layouts: { title: 'Title', bullets: 'Points', text: 'Text' } satisfies Record<Layout, string>,
  },
} as const;
