/** Everything in the builder that has a name of its own: in the palette, in tooltips and under `?`. */
export type BuilderActionId = (typeof SHORTCUT_TABLE)[number]['id'];

/**
 * The builder's actions with their words and keys. `Mod` is Ctrl, or Command on a Mac. `palette` false: an action of
 * one place (the chat box, the tree), told under `?` and not to be started from elsewhere.
 */
export const SHORTCUT_TABLE = [
  { id: 'palette', text: 'Show all actions', keys: 'Mod+K', palette: false },
  { id: 'quickOpen', text: 'Open a file by name', keys: 'Mod+P', palette: true },
  { id: 'searchFiles', text: 'Search in all files', keys: 'Mod+Shift+F', palette: true },
  { id: 'sidePanel', text: 'Show or hide the chat', keys: 'Mod+B', palette: true },
  { id: 'save', text: 'Save now', keys: 'Mod+S', palette: true },
  { id: 'undo', text: 'Undo the last change of the app', keys: 'Mod+Z', palette: true },
  { id: 'redo', text: 'Redo the change of the app', keys: 'Mod+Shift+Z', also: 'Mod+Y', palette: true },
  { id: 'preview', text: 'Go to the preview', keys: null, palette: true },
  { id: 'code', text: 'Go to the code', keys: null, palette: true },
  { id: 'data', text: 'Go to the data', keys: null, palette: true },
  { id: 'history', text: 'Go to the history', keys: null, palette: true },
  { id: 'chat', text: 'Write to the agent', keys: null, palette: true },
  { id: 'model', text: 'Open the data model', keys: null, palette: true },
  { id: 'newFile', text: 'New file', keys: null, palette: true },
  { id: 'upload', text: 'Upload files', keys: null, palette: true },
  { id: 'importZip', text: 'Import a zip', keys: null, palette: true },
  { id: 'exportZip', text: 'Export as a zip', keys: null, palette: true },
  { id: 'reload', text: 'Reload the preview', keys: null, palette: true },
  { id: 'pick', text: 'Point at a part of the page to change it', keys: 'Mod+.', palette: true },
  { id: 'publish', text: 'Publish', keys: null, palette: true },
  { id: 'find', text: 'Find in the file', keys: 'Mod+F', palette: false },
  { id: 'goToLine', text: 'Go to a line of the file', keys: 'Mod+Alt+G', palette: false },
  { id: 'comment', text: 'Comment or uncomment lines', keys: 'Mod+/', palette: false },
  { id: 'problems', text: 'List the problems of the file', keys: 'Mod+Shift+M', palette: false },
  { id: 'nextProblem', text: 'Go to the next problem', keys: 'F8', palette: false },
  { id: 'format', text: 'Lay out the data model', keys: 'Shift+Alt+F', palette: false },
  { id: 'wrap', text: 'Break long lines, or not', keys: 'Alt+Z', palette: true },
  { id: 'rename', text: 'Rename or move the file in the tree', keys: 'F2', palette: false },
  { id: 'remove', text: 'Delete the file in the tree', keys: 'Delete', palette: false },
  { id: 'send', text: 'Send the message', keys: 'Enter', palette: false },
  { id: 'newLine', text: 'New line in the message', keys: 'Shift+Enter', palette: false },
  { id: 'lastMessage', text: 'Take the last message again, in an empty field', keys: '↑', palette: false },
  { id: 'mention', text: 'Mention a file in the message', keys: '@', palette: false },
  { id: 'stop', text: 'Stop the answer', keys: 'Esc', palette: true },
] as const satisfies readonly {
  readonly id: string;
  readonly text: string;
  readonly keys: string | null;
  /** A second set of keys that some systems have for it. */
  readonly also?: string;
  readonly palette: boolean;
}[];

const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };

/** Keys as a person reads them: `Ctrl+Shift+F`, on a Mac `⌘⇧F`. */
export function shownKeys(keys: string, mac = onMac()): string {
  const parts = keys.split('+');
  return mac
    ? parts.map((part) => MAC_SIGNS[part] ?? part).join('')
    : parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join('+');
}

/** The keys of an action for a tooltip; undefined when it has none. */
export function keysOf(id: BuilderActionId): string | undefined {
  const keys = SHORTCUT_TABLE.find((row) => row.id === id)?.keys;
  return keys == null ? undefined : shownKeys(keys);
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Whether a key press is these keys; letters count by their place where the layout has none of ours. */
export function isPress(event: KeyPress, keys: string, mac = onMac()): boolean {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const mod = parts.includes('Mod');
  if ((mac ? event.metaKey : event.ctrlKey) !== mod || (mac ? event.ctrlKey : event.metaKey)) return false;
  if (event.shiftKey !== parts.includes('Shift') || event.altKey !== parts.includes('Alt')) return false;
  const pressed = event.key.toLowerCase();
  // With Alt, a Mac types another letter; a Cyrillic or Greek layout never types ours.
  const byPlace = event.code === `Key${key}` && (event.altKey || /[^\u0000-\u007f]/.test(pressed));
  return pressed === key.toLowerCase() || byPlace;
}

function onMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform);
}
