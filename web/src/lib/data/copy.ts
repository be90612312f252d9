import type { FilterOperator } from './filters.ts';

const rows = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`);

/** Words of the data browser. */
export const copy = {
  title: (name: string) => `Data of ${name}`,
  heading: 'Data',
  back: 'Back to the app',
  api: 'API',
  models: 'Models',
  health: 'Health',
  healthNotes: (count: number) => (count === 1 ? 'Health, 1 warning' : `Health, ${count} warnings`),
  loading: 'Fetching the rows',
  failed: { title: 'The data could not be fetched', retry: 'Try again', drafts: 'Your drafts' },
  noModels: { title: 'This app stores nothing', text: 'When it has a data model, its rows appear here.' },
  empty: {
    title: (model: string) => `No rows of ${model} yet`,
    text: 'Rows come to be when people use the app. You can also add one by hand, or import a file.',
  },
  noMatch: { title: 'No row matches', text: 'Change the filter, or take it away.', action: 'Clear filters' },
  add: 'Add row',
  refresh: 'Fetch again',
  more: 'Import and export',
  import: 'Import a file…',
  exports: {
    spreadsheet: 'Export for spreadsheets (CSV)',
    csv: 'Export as plain CSV',
    json: 'Export as JSON',
    hint: (filtered: boolean) => (filtered ? 'Only the rows that match the filter.' : 'All rows.'),
    done: (name: string) => `${name} is downloaded.`,
  },
  table: {
    label: (model: string) => `Rows of ${model}`,
    select: (key: string) => `Select row ${key}`,
    selectAll: 'Select all rows of this page',
    open: (key: string) => `Open row ${key}`,
    sort: (field: string) => `Sort by ${field}`,
    none: 'no value',
    yes: 'yes',
    no: 'no',
  },
  filter: {
    label: 'Filter',
    add: 'Filter',
    field: 'Field',
    operator: 'Condition',
    value: 'Value',
    apply: 'Apply',
    remove: (text: string) => `Remove the filter ${text}`,
    operators: {
      contains: 'contains',
      equals: 'is',
      not: 'is not',
      startsWith: 'begins with',
      gt: 'more than',
      gte: 'at least',
      lt: 'less than',
      lte: 'at most',
      has: 'has the entry',
      empty: 'is empty',
      filled: 'is not empty',
    } satisfies Record<FilterOperator, string>,
  },
  pager: {
    label: 'Pages',
    range: (from: number, to: number, total: number) =>
      `${from.toLocaleString('en')}–${to.toLocaleString('en')} of ${total.toLocaleString('en')}`,
    previous: 'Previous page',
    next: 'Next page',
  },
  row: {
    titleNew: (model: string) => `New row of ${model}`,
    title: (model: string) => `Row of ${model}`,
    missing: 'This row is no longer there.',
    generated: 'Made by the platform',
    fixed: 'Does not change',
    localTime: 'In your local time',
    json: 'As JSON',
    notJson: 'This is not valid JSON.',
    noValue: '(no value)',
    choose: 'Choose',
    chooseTitle: (model: string) => `Choose a row of ${model}`,
    search: 'Search',
    follow: 'Open the linked row',
    save: 'Save',
    create: 'Add row',
    cancel: 'Cancel',
    delete: 'Delete',
    saved: 'The row is saved.',
    added: 'The row is added.',
    nothing: 'Nothing was changed.',
  },
  delete: {
    selected: (count: number) => `Delete ${rows(count)}`,
    done: (count: number) => (count === 1 ? 'The row is deleted.' : `${rows(count)} are deleted.`),
    undo: 'Undo',
    restored: (count: number) => (count === 1 ? 'The row is back.' : `${rows(count)} are back.`),
    title: (model: string, count: number) =>
      count === 1 ? `Delete this row of ${model}?` : `Delete ${count} rows of ${model}?`,
    text: 'Other rows depend on it, so this cannot be undone.',
    blocked: 'Other rows need it, so nothing can be deleted yet.',
    effect: {
      delete: (model: string, count: number) => `${rows(count)} of ${model} will be deleted too.`,
      clear: (model: string, count: number) => `${rows(count)} of ${model} will lose the link to it.`,
      block: (model: string, count: number) => `${rows(count)} of ${model} must be deleted or changed first.`,
    },
    confirm: 'Delete',
    keep: 'Keep',
  },
  importing: {
    title: (model: string) => `Import rows of ${model}`,
    intro:
      'A CSV file whose first row names the fields, or a JSON list of objects. It is checked first; nothing is stored yet.',
    file: 'File',
    mode: 'When a row is there already',
    modes: { error: 'Refuse the file', skip: 'Leave the row as it is', update: 'Change the row' },
    check: 'Check the file',
    checking: 'Checking the file',
    run: (count: number) => `Import ${rows(count)}`,
    report: (created: number, updated: number, skipped: number) =>
      [
        created > 0 ? `${rows(created)} will be added` : '',
        updated > 0 ? `${rows(updated)} will be changed` : '',
        skipped > 0 ? `${rows(skipped)} will be left as they are` : '',
      ]
        .filter((part) => part !== '')
        .join(', ') || 'The file has no rows',
    errors: (count: number) =>
      count === 1
        ? 'The file has 1 mistake. Nothing was stored.'
        : `The file has ${count.toLocaleString('en')} mistakes. Nothing was stored.`,
    shown: (shown: number) => `The first ${shown} are shown.`,
    row: 'Row',
    field: 'Field',
    mistake: 'Mistake',
    ignored: 'These columns match no field and are left out:',
    done: (created: number, updated: number) =>
      [created > 0 ? `${rows(created)} added` : '', updated > 0 ? `${rows(updated)} changed` : '']
        .filter((part) => part !== '')
        .join(', ') || 'Nothing was to be done',
    cancel: 'Cancel',
  },
  quotas: {
    label: 'Room',
    rows: 'Rows in all',
    visitors: 'New rows from visitors today (UTC)',
    of: (used: number, limit: number) => `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`,
    nearlyFull: (used: number, limit: number) =>
      used >= limit
        ? `This app is full: it keeps ${limit.toLocaleString('en')} rows at most. New rows are refused until some are deleted.`
        : `This app keeps ${limit.toLocaleString('en')} rows at most, and has ${used.toLocaleString('en')}.`,
    busyDay: (used: number, limit: number) =>
      used >= limit
        ? `Visitors added ${limit.toLocaleString('en')} rows today, which is all that a day takes. Theirs are refused until midnight UTC; yours are not.`
        : `Visitors added ${used.toLocaleString('en')} rows today; a day takes ${limit.toLocaleString('en')}.`,
  },
  notes: {
    intro: 'What a careful colleague would ask about this data model.',
    none: 'Nothing to look at: rights, lengths and indexes are settled.',
    write: 'Write in the model:',
    copy: 'Copy the line',
    copied: 'The line is copied.',
    severity: { warning: 'Warning', info: 'Note' },
  },
} as const;
