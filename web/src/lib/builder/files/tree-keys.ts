import type { TreeRow } from './tree-rows.ts';

/** What a key does in the tree, by the tree pattern of the ARIA practices; null when it is none of its keys. */
export type TreeStep =
  | { readonly kind: 'focus'; readonly path: string }
  | { readonly kind: 'toggle' | 'open' | 'rename' | 'remove'; readonly path: string };

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

export function treeStep(rows: readonly TreeRow[], focused: string, event: Key): TreeStep | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const at = rows.findIndex(({ path }) => path === focused);
  const row = rows[at];
  if (row === undefined) return null;
  const focus = (target: TreeRow | undefined): TreeStep | null =>
    target === undefined ? null : { kind: 'focus', path: target.path };
  const { path } = row;
  switch (event.key) {
    case 'ArrowDown':
      return focus(rows[at + 1]);
    case 'ArrowUp':
      return focus(rows[at - 1]);
    case 'Home':
      return focus(rows[0]);
    case 'End':
      return focus(rows.at(-1));
    case 'ArrowRight':
      if (row.kind !== 'folder') return null;
      return row.expanded ? focus(rows[at + 1]) : { kind: 'toggle', path };
    case 'ArrowLeft':
      if (row.kind === 'folder' && row.expanded) return { kind: 'toggle', path };
      return focus(rows.slice(0, at).findLast(({ level }) => level === row.level - 1));
    case 'Enter':
    case ' ':
      return { kind: row.kind === 'folder' ? 'toggle' : 'open', path };
    case 'F2':
      return row.kind === 'model' ? null : { kind: 'rename', path };
    case 'Delete':
    case 'Backspace':
      return row.kind === 'model' ? null : { kind: 'remove', path };
    default:
      return event.key.length === 1 ? focus(startingWith(rows, at, event.key)) : null;
  }
}

/** The next line, round the end, whose name begins with a letter. */
function startingWith(rows: readonly TreeRow[], at: number, letter: string): TreeRow | undefined {
  const from = [...rows.slice(at + 1), ...rows.slice(0, at)];
  return from.find(({ name }) => name.toLowerCase().startsWith(letter.toLowerCase()));
}
