import type { AppKind } from '#lib/gql/graphql.ts';

/** Words of an entry's page that follow from what it is. */
export const KIND_COPY = {
  APP: {
    use: 'App',
    views: 'Views of this app',
    own: null,
    files: 'Files of this app',
    report: 'Report this app',
    forked: (name: string) => `“${name}” is forked. This copy is yours, with no data in it yet.`,
    deleteText:
      'It leaves the market and its public address stops working for everybody who uses it. Forks stay. You can restore it, data included, for 30 days.',
    deleteConfirm: 'Delete app',
    versions:
      'Every publish is kept. Publishing one again takes its files and its data model, and makes the next version of it.',
    frame: (name: string) => `${name}, running`,
    reload: 'Reload the app',
  },
  FORM: {
    use: 'Form',
    views: 'Views of this form',
    own: { path: '/forms', label: 'Your form' },
    files: 'Files of this form',
    report: 'Report this form',
    forked: (name: string) =>
      `“${name}” is forked. This form is yours, with no answers yet, and stands in the market as a fork.`,
    deleteText:
      'It leaves the market. The form that it was published from, its own link and its answers stay. Forks stay too. You can restore it for 30 days.',
    deleteConfirm: 'Delete from the market',
    versions:
      'Every publish is kept. Publishing one again makes the next version of it; your form stays as it is.',
    frame: (name: string) => `${name}, to look at`,
    reload: 'Reload the form',
  },
  SLIDES: {
    use: 'Slides',
    views: 'Views of this deck',
    own: { path: '/slides', label: 'Your deck' },
    files: 'Files of this deck',
    report: 'Report this deck',
    forked: (name: string) => `“${name}” is forked. This deck is yours, and stands in the market as a fork.`,
    deleteText:
      'It leaves the market. The deck that it was published from and its own link stay. Forks stay too. You can restore it for 30 days.',
    deleteConfirm: 'Delete from the market',
    versions:
      'Every publish is kept. Publishing one again makes the next version of it; your deck stays as it is.',
    frame: (name: string) => `${name}, shown`,
    reload: 'Reload the deck',
  },
} as const satisfies Record<AppKind, unknown>;

/** Words of an app's page. */
export const copy = {
  by: 'by',
  published: 'published',
  updated: 'updated',
  forkedFrom: 'Forked from',
  forkedFromGone: 'Forked from an app that is no longer in the market',
  forks: (count: number) => (count === 1 ? '1 fork' : `${count.toLocaleString('en')} forks`),
  tags: 'Tags',
  source: 'Source',
  versions: (count: number) => (count === 1 ? 'Versions' : `Versions (${count.toLocaleString('en')})`),
  changes: 'Changes',
  forksOf: (name: string) => `Forks of “${name}”`,
  oldVersion: (version: number, now: number) =>
    `You are looking at version ${version}. Version ${now} is the one that runs.`,
  open: 'Open',
  fork: 'Fork',
  nowFork: 'You are signed in. Now press Fork.',
  forking: 'Forking…',
  data: 'Data',
  openInBuilder: 'Open in builder',
  seeInMarket: 'See in market',
  more: 'More',
  copyLink: 'Copy link',
  linkCopied: 'The link is copied.',
  linkNotCopied: 'The browser did not allow copying. The link is in the address bar.',
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteBusy: 'Deleting…',
  keep: 'Keep it',
  deleted: (name: string) => `“${name}” is deleted.`,
  undo: 'Undo',
  restored: (name: string) => `“${name}” is back.`,
  gone: {
    title: 'There is no app at this address',
    text: 'It may have been deleted by its author, or the link may be incomplete.',
    takenDown: (name: string) => `“${name}” was taken down`,
    why: (reason: string) =>
      `An administrator removed it from the market: “${reason}” Only you and the administrators see this reason. Its data is kept.`,
    deleted: (name: string) => `“${name}” is deleted`,
    deletedText:
      'Its address does not work any more. You can restore it, data included, for 30 days after it was deleted.',
    restore: 'Restore this app',
    toAccount: 'To your apps',
  },
  missingVersion: 'This app has no version with that number.',
  versionsView: {
    version: (number: number) => `Version ${number}`,
    current: 'runs now',
    source: 'Source',
    again: 'Publish again',
    againBusy: 'Publishing…',
    done: (from: number, now: number) => `Version ${from} is published again, as version ${now}.`,
  },
  changesView: {
    files: 'Files that differ',
    model: 'Data model',
    compared: (version: number) => `Compared with version ${version} of the app that it was forked from.`,
    none: 'Nothing differs: this is still an exact copy.',
    unknown:
      'What this app was forked from cannot be compared: it left the market, or the fork is older than kept versions.',
    kinds: { added: 'added', changed: 'changed', removed: 'removed' },
    counts: (added: number, removed: number) =>
      `${added.toLocaleString('en')} ${added === 1 ? 'line' : 'lines'} added, ${removed.toLocaleString('en')} removed`,
    binary: 'This is no text, so no lines are compared.',
    tooLong:
      'This file is too long or too different to compare line by line. Both sides are in the source views.',
    same: 'This file is the same on both sides.',
    added: 'Added:',
    removed: 'Removed:',
  },
  forksView: {
    forks: (count: number) => (count === 1 ? '1 fork' : `${count.toLocaleString('en')} forks`),
    more: 'Show more',
    moreFailed: 'The next forks could not be loaded.',
    retry: 'Try again',
  },
  frame: {
    openInTab: 'Open in a new tab',
  },
  sourceView: {
    model: 'Data model',
    modelHint: 'What this app stores, in AML. Tables and the data API are made from it.',
    noModel: 'This app stores nothing on the server: it has no data model.',
    missing: (path: string) => `There is no file “${path}” in this app.`,
    binary: (size: string) => `A binary file of ${size}.`,
    cut: (shown: string, all: string) =>
      `The first ${shown} of ${all} are shown. Open the file to see all of it.`,
    openFile: 'Open file',
  },
} as const;
