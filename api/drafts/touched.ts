import type { FileTable } from '../files/blobs.ts';

/** What one revision holds: its data model and its files. */
export interface DraftContent {
  readonly aml: string;
  readonly files: FileTable;
}

/** The data model among the changes of a revision. */
export const MODEL_CHANGED = '~model.aml';

/** A draft before its first revision. */
export const NOTHING: DraftContent = { aml: '', files: new Map() };

/** What differs between two revisions: each path behind `+` (came), `-` (went) or `~` (changed), sorted by path. */
export function touchedBetween(before: DraftContent, after: DraftContent): string[] {
  const files = [...new Set([...before.files.keys(), ...after.files.keys()])].sort().flatMap((path) => {
    const [old, now] = [before.files.get(path), after.files.get(path)];
    if (old === now) return [];
    return [`${old === undefined ? '+' : now === undefined ? '-' : '~'}${path}`];
  });
  return before.aml === after.aml ? files : [...files, MODEL_CHANGED];
}
