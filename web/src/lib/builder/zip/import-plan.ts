import { AML_PATH } from '#lib/agent/checks/aml-path.ts';
import type { DraftChange, DraftState } from '#lib/agent/workspace.ts';
import { placesMistake, roomMistake } from '../files/file-changes.ts';
import type { ZipContent } from './zip-file.ts';

/** What an import does to a draft, file by file. */
export interface ImportPlan {
  readonly added: readonly string[];
  readonly replaced: readonly string[];
  readonly same: readonly string[];
  /** Files that are deleted because the archive has none of their name; only when that was asked for. */
  readonly removed: readonly string[];
  readonly model: 'added' | 'replaced' | 'same' | null;
  /** Null when nothing changes. */
  readonly change: DraftChange | null;
  /** Why it cannot be done, as a sentence; null when it can. */
  readonly mistake: string | null;
}

/** @param others whether the draft's other files are deleted */
export function planImport(state: DraftState, { files, aml }: ZipContent, others: boolean): ImportPlan {
  const paths = [...files.keys()];
  const added = paths.filter((path) => !state.files.has(path));
  const replaced = paths.filter((path) => state.files.has(path) && state.files.get(path) !== files.get(path));
  const same = paths.filter((path) => state.files.get(path) === files.get(path));
  const removed = others
    ? [...state.files.keys()].filter((path) => !files.has(path) && path !== AML_PATH)
    : [];
  const model = aml === null ? null : aml === state.aml ? 'same' : state.aml === '' ? 'added' : 'replaced';
  const newModel = model === 'added' || model === 'replaced' ? aml : null;
  const changes = [
    ...removed.map((path) => ({ path, content: null })),
    ...[...added, ...replaced].map((path) => ({ path, content: files.get(path) ?? '' })),
  ];
  const kept = new Map([...state.files].filter(([path]) => !removed.includes(path)));
  return {
    added,
    replaced,
    same,
    removed,
    model,
    change:
      changes.length === 0 && newModel === null
        ? null
        : { files: changes, ...(newModel !== null && { aml: newModel }) },
    mistake:
      placesMistake(state.files, paths, [...replaced, ...same, ...removed]) ?? roomMistake(kept, files),
  };
}
