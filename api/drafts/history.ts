import type { SessionUser } from '../accounts/session-user.ts';
import type { Database } from '../db/database.ts';
import type { DraftRevision } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { parseDraftInput, type DraftCause } from './input.ts';
import type { Revision, Revisions } from './revisions.ts';
import type { SavedDraft } from './service.ts';
import { NOTHING, type DraftContent } from './touched.ts';
import { stepsAfterRedo, stepsAfterUndo, type Steps } from './undo.ts';

/** Going back and forth between revisions; each way writes a new one, so nothing is ever lost by it. */
export interface DraftHistory {
  /** Adds a revision with the content of an earlier one: an ordinary step. @throws conflict, not_found */
  restore(user: SessionUser, input: unknown): Promise<SavedDraft>;
  /** Takes the last step back. @throws conflict, invalid_request when there is none */
  undo(user: SessionUser, input: unknown): Promise<SavedDraft>;
  /** Takes the last undo back. @throws conflict, invalid_request when nothing was undone, or something came after */
  redo(user: SessionUser, input: unknown): Promise<SavedDraft>;
  /** Names a revision as a checkpoint, or takes its name away. @throws not_found */
  nameRevision(user: SessionUser, input: unknown): Promise<DraftRevision>;
  /** What two revisions of an own draft hold; 0 is the draft before its first one. @throws not_found */
  compare(user: SessionUser, draftId: string, numbers: readonly [number, number]): Promise<Compared>;
}

export interface Compared {
  readonly before: DraftContent;
  readonly after: DraftContent;
}

export function createDraftHistory(
  { prisma }: Pick<Database, 'prisma'>,
  revisions: Revisions,
  tell: (draftId: string) => void,
): DraftHistory {
  /** Writes a revision with the content of another one on top of `base`. */
  async function bringBack(
    draftId: string,
    base: Revision,
    target: Revision,
    { cause, steps }: { readonly cause: DraftCause; readonly steps?: Steps },
  ): Promise<SavedDraft> {
    const { aml, files } = target;
    const saved = await prisma.$transaction(async (tx) => ({
      revision: await revisions.append(tx, draftId, base, { aml, files, cause, ...(steps && { steps }) }),
      draft: await tx.draft.update({ where: { id: draftId }, data: { updatedAt: new Date() } }),
    }));
    tell(draftId);
    return saved;
  }

  const contentOf = (draftId: string, number: number): Promise<DraftContent> =>
    number === 0 ? Promise.resolve(NOTHING) : revisions.read(draftId, number);

  return {
    async restore(user, input) {
      const { draftId, baseRevision, revision } = parseDraftInput('restore', input);
      await revisions.readOwn(user.id, draftId);
      return revisions.onTop(draftId, baseRevision, async (base) =>
        bringBack(draftId, base, await revisions.read(draftId, revision), { cause: 'restore' }),
      );
    },

    async undo(user, input) {
      const { draftId, baseRevision } = parseDraftInput('step', input);
      await revisions.readOwn(user.id, draftId);
      return revisions.onTop(draftId, baseRevision, async (base) => {
        if (base.undoTo === null) throw new ApiError('invalid_request', 'There is nothing to undo.');
        const target = await revisions.read(draftId, base.undoTo);
        return bringBack(draftId, base, target, { cause: 'undo', steps: stepsAfterUndo(base, target) });
      });
    },

    async redo(user, input) {
      const { draftId, baseRevision } = parseDraftInput('step', input);
      await revisions.readOwn(user.id, draftId);
      return revisions.onTop(draftId, baseRevision, async (base) => {
        if (base.redoTo === null) throw new ApiError('invalid_request', 'There is nothing to redo.');
        const target = await revisions.read(draftId, base.redoTo);
        return bringBack(draftId, base, target, { cause: 'redo', steps: stepsAfterRedo(target) });
      });
    },

    async nameRevision(user, input) {
      const { draftId, revision: number, name } = parseDraftInput('nameRevision', input);
      await revisions.readOwn(user.id, draftId);
      await revisions.read(draftId, number);
      const named = await prisma.draftRevision.update({
        where: { draftId_number: { draftId, number } },
        data: { name: name ?? null },
      });
      tell(draftId);
      return named;
    },

    async compare(user, draftId, [from, to]) {
      await revisions.readOwn(user.id, draftId);
      const [before, after] = await Promise.all([contentOf(draftId, from), contentOf(draftId, to)]);
      return { before, after };
    },
  };
}
