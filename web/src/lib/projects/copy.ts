import type { ContentKind } from '#lib/gql/graphql.ts';

const count = (n: number, one: string, many: string): string =>
  n === 1 ? `1 ${one}` : `${n.toLocaleString('en')} ${many}`;

/** What differs between the kinds, in words. */
export const KIND_COPY = {
  FORM: {
    path: '/forms',
    title: 'Forms',
    lead: 'Ask questions, share one link, and read the answers here.',
    create: 'New form',
    createLead: 'Begin with one of these. Every question can be changed later.',
    empty: {
      title: 'No form yet',
      text: 'A form has a page of its own, and every answer lands in a real table.',
    },
    gone: 'Deleted forms',
    tabs: { home: 'Answers', share: 'Share', settings: 'Settings' },
    absent: {
      title: 'There is no form of yours at this address',
      text: 'It may be deleted, or it belongs to another account.',
    },
    open: 'Open the form',
  },
  SLIDES: {
    path: '/slides',
    title: 'Slides',
    lead: 'Decks with a page of their own: show them, share them, print them.',
    create: 'New deck',
    createLead: 'Begin with one of these. Every slide can be changed later.',
    empty: { title: 'No deck yet', text: 'A deck is shown in any browser, from one link.' },
    gone: 'Deleted decks',
    tabs: { home: 'Share', share: 'Share', settings: 'Settings' },
    absent: {
      title: 'There is no deck of yours at this address',
      text: 'It may be deleted, or it belongs to another account.',
    },
    open: 'Open the deck',
  },
} as const satisfies Record<ContentKind, unknown>;

/** Words of the lists of projects and of what is around the pages of one. */
export const copy = {
  columns: { title: 'Title', state: 'State', answers: 'Answers', changed: 'Last change' },
  published: 'Published',
  unpublished: 'Not published',
  answers: (n: number) => count(n, 'answer', 'answers'),
  changed: 'changed',
  loading: 'Loading',
  failed: 'The list could not be loaded.',
  retry: 'Try again',
  more: 'Show more',
  creating: 'Making it…',
  cancel: 'Cancel',
  gone: {
    lead: 'They can be restored for 30 days, with all that belongs to them.',
    deleted: 'deleted',
    restore: 'Restore',
    restored: (title: string) => `“${title}” is back.`,
    failed: 'What was deleted could not be loaded.',
  },
  page: {
    tabs: 'Parts of this page',
    publish: 'Publish',
    unpublish: 'Take offline',
    publishedNow: 'Published. Anybody with the link can open it.',
    unpublishedNow: 'Taken offline. The link shows nothing until you publish again.',
    undo: 'Undo',
    failed: 'This page could not be loaded.',
    untitled: 'Untitled',
  },
  share: {
    offline: 'Nobody else can open this yet. Publish it to share it.',
    link: { title: 'Link', lead: 'Anybody with it can open the page.' },
    copyLink: 'Copy link',
    copied: 'Copied.',
    notCopied: 'It could not be copied. Select the text and copy it by hand.',
    embed: {
      title: 'In another page',
      lead: 'Paste this where it should appear. The frame becomes as high as the form.',
      leadDeck: 'Paste this where it should appear. The frame keeps the shape of a slide at any width.',
      label: 'HTML to paste',
      copy: 'Copy HTML',
    },
    qr: {
      title: 'QR code',
      lead: 'For posters and screens. It leads to the link above.',
      label: 'QR code of the link',
      download: 'Download SVG',
    },
    files: {
      title: 'Files',
      lead: 'A presentation whose texts can be edited, or the page in one file that needs no network. For a PDF, open the link and print it.',
      pptx: 'Download PowerPoint',
      html: 'Download HTML',
      done: (name: string) => `${name} was downloaded.`,
    },
    prefill: {
      title: 'Filled in ahead',
      lead: 'Answers that you know already can stand in the link. Fill in what should be there.',
      link: 'Link with these answers',
      none: 'Fill in a field to get its link.',
    },
  },
  address: {
    title: 'Address',
    lead: 'A name of its own, or a domain of yours.',
    slug: 'Name',
    slugHint: 'Letters, digits and dashes. The page is then also at an address with this name.',
    slugAt: 'Also at',
    save: 'Save',
    saving: 'Saving…',
    saved: 'Saved.',
    hosts: 'Own domains',
    hostLabel: 'Domain',
    hostHint: 'Five at most, for example forms.example.org.',
    addHost: 'Add domain',
    removeHost: (host: string) => `Remove ${host}`,
    removedHost: (host: string) => `${host} was removed.`,
    verified: 'Works',
    waiting: 'Waits for DNS',
    record: 'Add this TXT record where the domain is managed:',
    recordName: 'Name',
    recordValue: 'Value',
    check: 'Check now',
    checkedGood: (host: string) => `${host} shows this page now.`,
    undo: 'Undo',
  },
  delete: {
    title: 'Delete',
    lead: 'The page stops working at once. It can be restored for 30 days.',
    action: (title: string) => `Delete “${title}”`,
    question: (title: string) => `Delete “${title}”?`,
    text: (answers: number) =>
      answers === 0
        ? 'Its page stops working for everybody. You can restore it for 30 days.'
        : `Its page stops working for everybody, and its ${count(answers, 'answer', 'answers')} go with it. You can restore all of it for 30 days.`,
    keep: 'Keep it',
    confirm: 'Delete',
    done: (title: string) => `“${title}” was deleted.`,
  },
} as const;
