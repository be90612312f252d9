import { AML_PATH } from '#lib/agent/checks/aml-path.ts';

/** One visible line of the file tree. */
export interface TreeRow {
  readonly kind: 'model' | 'folder' | 'file';
  readonly path: string;
  readonly name: string;
  /** From 1, as `aria-level`. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly expanded: boolean;
}

interface Folder {
  readonly path: string;
  readonly folders: Map<string, Folder>;
  readonly files: string[];
}

const compare = new Intl.Collator('en', { numeric: true }).compare;

/** The lines of the tree: the data model, then folders before files, the entry page first of them. */
export function treeRows(paths: Iterable<string>, closed: ReadonlySet<string>): readonly TreeRow[] {
  const root: Folder = { path: '', folders: new Map(), files: [] };
  for (const path of paths) {
    // The data model has that name here.
    if (path === AML_PATH) continue;
    const parts = path.split('/');
    let folder = root;
    for (const [index, part] of parts.slice(0, -1).entries()) {
      const next = folder.folders.get(part) ?? {
        path: parts.slice(0, index + 1).join('/'),
        folders: new Map(),
        files: [],
      };
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.push(path);
  }
  return rowsOf(root, 1, closed);
}

function rowsOf(folder: Folder, level: number, closed: ReadonlySet<string>): readonly TreeRow[] {
  const folders = [...folder.folders].sort(([a], [b]) => compare(a, b));
  const files = [...folder.files].sort((a, b) => {
    const first = Number(b === 'index.html') - Number(a === 'index.html');
    return first === 0 ? compare(a, b) : first;
  });
  const models = level === 1 ? 1 : 0;
  const siblings = models + folders.length + files.length;
  const rows: TreeRow[] = [];
  if (models === 1)
    rows.push({
      kind: 'model',
      path: AML_PATH,
      name: AML_PATH,
      level,
      position: 1,
      siblings,
      expanded: false,
    });
  for (const [index, [name, inner]] of folders.entries()) {
    const expanded = !closed.has(inner.path);
    const position = models + index + 1;
    rows.push({ kind: 'folder', path: inner.path, name, level, position, siblings, expanded });
    if (expanded) rows.push(...rowsOf(inner, level + 1, closed));
  }
  for (const [index, path] of files.entries()) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const position = models + folders.length + index + 1;
    rows.push({ kind: 'file', path, name, level, position, siblings, expanded: false });
  }
  return rows;
}

/** Every folder of these paths, in order. */
export function foldersOf(paths: Iterable<string>): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
      folders.add(path.slice(0, at));
  return [...folders].sort(compare);
}

/** Files as a plain list in the tree's order, those nearest to the top first; the data model only where `paths` name it. */
export function filesInOrder(paths: Iterable<string>): readonly string[] {
  const given = new Set(paths);
  return treeRows(given, new Set())
    .filter(({ kind, path }) => kind !== 'folder' && given.has(path))
    .sort((a, b) => a.level - b.level)
    .map(({ path }) => path);
}
