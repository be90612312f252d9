import type { TextName } from '../words.ts';

/** What the keys and the bar can do with a deck. */
export interface Actions {
  next(): void;
  previous(): void;
  first(): void;
  last(): void;
  overview(): void;
  presenter(): void;
  fullScreen(): void;
  black(): void;
  help(): void;
}

export interface Shortcut {
  readonly action: keyof Actions;
  /** As `KeyboardEvent.key` has them; letters in lower case. */
  readonly keys: readonly string[];
  /** As people know them. */
  readonly shown: readonly (string | { readonly text: TextName })[];
}

/** The one table of keys: the listener and the help both read it. */
export const SHORTCUTS: readonly Shortcut[] = [
  {
    action: 'next',
    keys: ['ArrowRight', 'ArrowDown', 'PageDown', ' ', 'n'],
    shown: ['→', '↓', { text: 'space' }, 'PgDn', 'N'],
  },
  {
    action: 'previous',
    keys: ['ArrowLeft', 'ArrowUp', 'PageUp', 'Shift+ ', 'Backspace'],
    shown: ['←', '↑', 'PgUp', '⌫'],
  },
  { action: 'first', keys: ['Home'], shown: ['Home'] },
  { action: 'last', keys: ['End'], shown: ['End'] },
  { action: 'overview', keys: ['o'], shown: ['O'] },
  { action: 'presenter', keys: ['s', 'p'], shown: ['S', 'P'] },
  { action: 'fullScreen', keys: ['f'], shown: ['F'] },
  { action: 'black', keys: ['b', '.'], shown: ['B', '.'] },
  { action: 'help', keys: ['?'], shown: ['?'] },
];
