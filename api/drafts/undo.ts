import type { DraftRevision } from '../db/generated/client.ts';
import { LIMITS } from '../limits.ts';

/** What undo and redo bring back from a revision: numbers of revisions, null where there is nothing. */
export interface Steps {
  readonly undoTo: number | null;
  readonly redoTo: number | null;
}

type Before = Pick<
  DraftRevision,
  'number' | 'cause' | 'messageId' | 'name' | 'touched' | 'createdAt' | 'undoTo'
>;
type Next = Pick<DraftRevision, 'cause' | 'messageId' | 'touched' | 'createdAt'>;

/**
 * The steps from a revision that is written after `before` by anything but undo and redo. All saves of one turn are
 * one step; so are the saves of one spell of typing in the same files: without a long rest, without a checkpoint, and
 * not too many of them, so that an hour of steady typing is not taken back at once. Such a
 * revision goes back to where its step began.
 */
export function stepsAfter(before: Before, next: Next): Steps {
  return { undoTo: isSameStep(before, next) ? before.undoTo : before.number, redoTo: null };
}

/**
 * The steps from the revision that undo writes after `current`, with the content of `target` (its `undoTo`). Only
 * numbers are followed, so undo goes as far back as there are revisions, in every process and after every reload.
 */
export function stepsAfterUndo(current: Pick<Before, 'number'>, target: Pick<Steps, 'undoTo'>): Steps {
  return { undoTo: target.undoTo, redoTo: current.number };
}

/** The steps from the revision that redo writes with the content of `target`: those that were there then. */
export function stepsAfterRedo(target: Steps): Steps {
  return { undoTo: target.undoTo, redoTo: target.redoTo };
}

function isSameStep(before: Before, next: Next): boolean {
  // The first revision has nothing before it to go back to.
  if (before.undoTo === null || before.cause !== next.cause || before.name !== null) return false;
  if (next.cause === 'agent_turn') return next.messageId !== null && next.messageId === before.messageId;
  return (
    next.cause === 'user_edit' &&
    next.createdAt.getTime() - before.createdAt.getTime() < LIMITS.undoRestMs &&
    before.number - before.undoTo < LIMITS.undoSaves &&
    next.touched.every((change) => change.startsWith('~')) &&
    next.touched.join('\n') === before.touched.join('\n')
  );
}
