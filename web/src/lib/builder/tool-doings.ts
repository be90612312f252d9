/** What the agent does with a tool. */
export interface Doing {
  /** While the model writes the call, while it runs, when it worked, when it did not. */
  readonly verbs: readonly [preparing: string, running: string, done: string, failed: string];
  /** Words between the verb and what the call is about. */
  readonly about?: string;
  /** In place of both while nobody knows what it is about, or when the model did not say. */
  readonly unknown?: string;
}

const FILE = { unknown: 'a file' } as const;
const APP = { about: 'the app', unknown: 'an app of the market' } as const;

/** For every tool of the agent. */
export const DOINGS: Readonly<Record<string, Doing>> = {
  write_aml: {
    verbs: [
      'Writing the data model',
      'Saving the data model',
      'Wrote the data model',
      'Could not write the data model',
    ],
  },
  write_file: { verbs: ['Writing', 'Saving', 'Wrote', 'Could not write'], ...FILE },
  edit_file: { verbs: ['Preparing a change to', 'Changing', 'Changed', 'Could not change'], ...FILE },
  read_file: { verbs: ['Going to read', 'Reading', 'Read', 'Could not read'], ...FILE },
  list_files: {
    verbs: [
      'Going to look through the files',
      'Looking through the files',
      'Looked through the files',
      'Could not list the files',
    ],
  },
  delete_file: { verbs: ['Going to delete', 'Deleting', 'Deleted', 'Could not delete'], ...FILE },
  read_console: {
    verbs: [
      'Going to check the preview',
      'Checking the preview',
      'Checked the preview',
      'Could not check the preview',
    ],
  },
  studio_screenshot: {
    verbs: [
      'Going to look at the preview',
      'Looking at the preview',
      'Looked at the preview',
      'Could not look at the preview',
    ],
  },
  market_search: {
    verbs: [
      'Going to search the market',
      'Searching the market',
      'Searched the market',
      'Could not search the market',
    ],
    about: 'for',
  },
  market_preview: { verbs: ['Going to look at', 'Looking at', 'Looked at', 'Could not look at'], ...APP },
  market_fork: { verbs: ['Going to load', 'Loading', 'Loaded', 'Could not load'], ...APP },
  studio_get_state: { verbs: ['Going to read it', 'Reading it', 'Read what is there', 'Could not read it'] },
  studio_set_document: { verbs: ['Writing it', 'Putting it in', 'Wrote it', 'Could not write it'] },
  studio_apply_edit: {
    verbs: ['Preparing a change', 'Changing it', 'Changed the text', 'Could not change the text'],
  },
  studio_validate: { verbs: ['Going to check it', 'Checking it', 'Checked it', 'Could not check it'] },
  studio_schema_diff: {
    verbs: [
      'Going to look what is new',
      'Looking what is new',
      'Looked what is new in the format',
      'Could not look what is new in the format',
    ],
  },
  studio_invoke: { verbs: ['Preparing a change', 'Changing it', 'Changed it', 'Could not change it'] },
  studio_set_renderer: {
    verbs: ['Designing the page', 'Changing the look', 'Changed the look', 'Could not change the look'],
  },
  studio_get_renderer: {
    verbs: ['Going to read the page', 'Reading the page', 'Read how it looks', 'Could not read how it looks'],
  },
};

/** The same for what `studio_invoke` does, by the name of the operation. */
const OPERATIONS: Readonly<Record<string, Doing['verbs']>> = {
  fieldCount: [
    'Going to count the fields',
    'Counting the fields',
    'Counted the fields',
    'Could not count the fields',
  ],
  addField: ['Writing a question', 'Adding a question', 'Added a question', 'Could not add a question'],
  updateField: [
    'Preparing a change',
    'Changing a question',
    'Changed a question',
    'Could not change a question',
  ],
  moveField: [
    'Going to move a question',
    'Moving a question',
    'Moved a question',
    'Could not move a question',
  ],
  removeField: [
    'Going to remove a question',
    'Removing a question',
    'Removed a question',
    'Could not remove a question',
  ],
  slideCount: [
    'Going to count the slides',
    'Counting the slides',
    'Counted the slides',
    'Could not count the slides',
  ],
  list: [
    'Going to look through the slides',
    'Looking through the slides',
    'Looked through the slides',
    'Could not list the slides',
  ],
  add: ['Writing a slide', 'Adding a slide', 'Added a slide', 'Could not add a slide'],
  update: ['Preparing a change', 'Changing a slide', 'Changed a slide', 'Could not change a slide'],
  move: ['Going to move a slide', 'Moving a slide', 'Moved a slide', 'Could not move a slide'],
  remove: ['Going to remove a slide', 'Removing a slide', 'Removed a slide', 'Could not remove a slide'],
  goto: ['Going to show a slide', 'Showing a slide', 'Showed a slide', 'Could not show a slide'],
};

/** What the agent does with a call; a tool of another client has no words but its name. */
export function doingOf(name: string, input: unknown): Doing {
  const op = name === 'studio_invoke' ? memberOf(input, 'op') : undefined;
  const verbs = typeof op === 'string' && Object.hasOwn(OPERATIONS, op) ? OPERATIONS[op] : undefined;
  if (verbs !== undefined) return { verbs };
  const known = Object.hasOwn(DOINGS, name) ? DOINGS[name] : undefined;
  return (
    known ?? { verbs: [`Preparing ${name}`, `Calling ${name}`, `Called ${name}`, `Could not call ${name}`] }
  );
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
