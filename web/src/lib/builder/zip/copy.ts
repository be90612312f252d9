/** Words of importing and exporting a zip. */
export const copy = {
  title: 'Import this zip',
  reading: 'Reading the zip',
  refused: 'The zip cannot be imported',
  added: (count: number) => (count === 1 ? '1 new file' : `${count.toLocaleString('en')} new files`),
  replaced: (count: number) =>
    count === 1 ? '1 file is replaced' : `${count.toLocaleString('en')} files are replaced`,
  same: (count: number) =>
    count === 1 ? '1 file is the same already' : `${count.toLocaleString('en')} files are the same already`,
  removed: (count: number) =>
    count === 1 ? '1 file is deleted' : `${count.toLocaleString('en')} files are deleted`,
  model: {
    added: 'The data model is new',
    replaced: 'The data model is replaced',
    same: 'The data model is the same already',
  },
  leftOut: (count: number) =>
    count === 1
      ? '1 entry of the system that made the zip is left out'
      : `${count.toLocaleString('en')} entries of the system that made the zip are left out`,
  others: 'Delete the files that are not in the zip',
  undoable: 'It becomes one version of the draft, so it can be undone.',
  nothing: 'Everything in the zip is in the draft already.',
  cancel: 'Cancel',
  import: 'Import',
  done: (count: number) =>
    count === 1 ? '1 file is imported.' : `${count.toLocaleString('en')} files are imported.`,
  empty: 'There is nothing to export yet.',
  exportFailed: (why: string) => `The zip could not be made: ${why}`,
  shadowed: 'A file named model.aml is left out of the zip: the data model has that name.',
  start: 'Import a zip',
  starting: 'Importing the zip…',
  failed: 'The zip was not imported.',
  tooSlow: 'It took too long to unpack.',
} as const;
