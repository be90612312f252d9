import { WorkspaceError } from '#lib/agent/workspace.ts';
import { toast } from '#lib/ui/toast.ts';
import { copy } from '../copy.ts';
import type { Room } from '../room.svelte.ts';

/** Undo or redo; what stands in its way is said. */
export async function stepOrSay(room: Room, way: 'undo' | 'redo'): Promise<void> {
  try {
    await room.step(way);
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    toast.failed(error.message);
  }
}

/** Brings an older version back, says so with a way back, and says why when that fails. */
export async function restoreOrSay(room: Room, revision: number): Promise<void> {
  const before = room.workspace.state.revision;
  try {
    await room.flush();
    await room.workspace.restore(revision);
    room.rebase();
    room.showNewest(true);
    toast.done(copy.history.restored(revision), {
      label: copy.history.undo,
      run: () => void restoreOrSay(room, before),
    });
  } catch (error) {
    toast.failed(error instanceof WorkspaceError ? error.message : copy.history.failed);
  }
}
