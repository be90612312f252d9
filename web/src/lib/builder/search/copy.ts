/** Words of the search in all files. */
export const copy = {
  label: 'Search in all files',
  find: 'Search',
  replace: 'Replace',
  showReplace: 'Show the field for replacing',
  options: 'How to search',
  caseSensitive: 'Match case',
  wholeWord: 'Whole words',
  regex: 'Regular expression',
  counted: (matches: number, files: number) =>
    `${matches.toLocaleString('en')} ${matches === 1 ? 'match' : 'matches'} in ${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}`,
  cut: (shown: number) => `The first ${shown.toLocaleString('en')} are listed.`,
  nothing: 'Nothing found.',
  hint: 'Searches every text file and the data model, also what is not saved yet.',
  replaceAll: 'Replace all',
  replaceFile: (path: string) => `Replace in ${path}`,
  replaceOne: (path: string, line: number) => `Replace this match in ${path}, line ${line}`,
  replaced: (matches: number, files: number) =>
    `Replaced ${matches.toLocaleString('en')} ${matches === 1 ? 'match' : 'matches'} in ${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}.`,
  undo: 'Undo',
  undone: 'The replacement is taken back.',
  nothingToReplace: 'Nothing was replaced.',
  moved: 'A file was changed meanwhile, so nothing was replaced. Search again.',
  unsaved: 'Some of what you typed is not saved, so nothing was replaced. Decide about it first.',
  tooSlow: 'This pattern takes too long, so the search was ended. Make it simpler.',
  badPattern: (why: string) =>
    `This is no regular expression: ${why.replace(/^Invalid regular expression: (?:\/.*\/\w*: )?/s, '')}`,
  close: 'Back to the files',
  line: (line: number) => `line ${line}`,
} as const;
