/** Words of the lists to choose from. */
export const copy = {
  palette: { title: 'Actions', placeholder: 'What do you want to do?', nothing: 'No action fits.' },
  quickOpen: { title: 'Open a file', placeholder: 'Name of a file', nothing: 'No file fits.' },
  moveTo: {
    title: (name: string) => `Move ${name} to a folder`,
    placeholder: 'Name of a folder',
    nothing: 'No folder fits.',
    root: 'No folder, at the top',
    make: (folder: string) => `Make the folder “${folder}”`,
  },
  more: (count: number) => `${count.toLocaleString('en')} more. Type on to find them.`,
} as const;
