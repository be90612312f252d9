import type { SessionUser } from '../accounts/session-user.ts';
import type { DataPlane } from '../data/contract.ts';
import type { Database } from '../db/database.ts';
import type { Draft } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { draftSpaceId } from './space.ts';

/** Deleting drafts, and bringing them back for 30 days, as apps can be (design 4). */
export interface DeletedDrafts {
  /** Puts a draft away; its preview is gone at once, its revisions and rows wait. Absent already is fine. */
  remove(user: SessionUser, draftId: string): Promise<void>;
  /** Brings a deleted draft back with its history and its rows. @throws not_found, also when the time is over */
  restoreDeleted(user: SessionUser, draftId: string): Promise<Draft>;
  /** Removes every draft of an account that goes, at once and for good. */
  wipeAll(ownerId: string): Promise<void>;
  /** Removes for good what was deleted more than 30 days ago. Returns how many. */
  purgeDeleted(): Promise<number>;
}

/** Drafts that their owner can still bring back. */
export function restorable(): { deletedAt: { gt: Date } } {
  return { deletedAt: { gt: new Date(Date.now() - LIMITS.draftRestoreMs) } };
}

export function createDeletedDrafts(
  { prisma }: Pick<Database, 'prisma'>,
  data: Pick<DataPlane, 'drop'>,
  tell: (draftId: string) => void,
): DeletedDrafts {
  /** Its rows first: should that be cut short, the draft is still there to be found again. */
  async function wipe(drafts: readonly { readonly id: string }[]): Promise<void> {
    for (const { id } of drafts) {
      await data.drop(draftSpaceId(id));
      // Another process may have done so meanwhile.
      await prisma.draft.deleteMany({ where: { id } });
      tell(id);
    }
  }

  return {
    async remove(user, id) {
      const { count } = await prisma.draft.updateMany({
        where: { id, ownerId: user.id, deletedAt: null },
        data: { deletedAt: new Date() },
      });
      if (count > 0) tell(id);
    },

    async restoreDeleted(user, id) {
      await prisma.draft.updateMany({
        where: { id, ownerId: user.id, ...restorable() },
        data: { deletedAt: null },
      });
      const draft = await prisma.draft.findFirst({ where: { id, ownerId: user.id, deletedAt: null } });
      if (!draft) throw new ApiError('not_found', 'There is no such draft that could be restored.');
      tell(id);
      return draft;
    },

    async wipeAll(ownerId) {
      await wipe(await prisma.draft.findMany({ where: { ownerId }, select: { id: true } }));
    },

    async purgeDeleted() {
      const before = new Date(Date.now() - LIMITS.draftRestoreMs);
      const old = await prisma.draft.findMany({
        where: { deletedAt: { lte: before } },
        select: { id: true },
      });
      await wipe(old);
      return old.length;
    },
  };
}
