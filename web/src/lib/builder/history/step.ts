import { WorkspaceError } from '#lib/agent/workspace.ts';
import { toast } from '#lib/ui/toast.ts';
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
