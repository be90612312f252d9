import { WorkspaceError, type DraftChange } from '#lib/agent/workspace.ts';
import { toast } from '#lib/ui/toast.ts';
import { copy } from '../copy.ts';
import type { Room } from '../room.svelte.ts';
import { inverseOf } from './file-changes.ts';

/**
 * Saves a change of files as one revision, after what is typed; with words, it can be taken back from the toast.
 * @param make works the change out on what is saved then; a string is why there is none, in words
 * @returns whether it was saved; why not was told
 */
export async function saveFiles(
  room: Room,
  make: () => DraftChange | string,
  words: ((change: DraftChange) => string) | null = null,
): Promise<boolean> {
  await room.flush();
  const change = make();
  if (typeof change === 'string') {
    toast.failed(change);
    return false;
  }
  const { files = [] } = change;
  if (files.some(({ path }) => room.buffers.has(path))) {
    toast.failed(copy.code.undecided);
    return false;
  }
  const back = inverseOf(room.workspace.state, change);
  if (!(await apply(room, change))) return false;
  if (words !== null) {
    toast.done(words(change), { label: copy.code.undo, run: () => void apply(room, back) });
  }
  return true;
}

async function apply(room: Room, change: DraftChange): Promise<boolean> {
  try {
    await room.workspace.apply(change, { cause: 'USER_EDIT' });
    room.rebase();
    room.followPreview();
    return true;
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    toast.failed(`${copy.code.failed} ${error.message}`);
    return false;
  }
}
