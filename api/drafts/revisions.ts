import type { Database } from '../db/database.ts';
import { Prisma, type Draft, type DraftRevision } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import type { FileTable } from '../files/blobs.ts';
import { checkFilePaths } from '../files/path.ts';
import { LIMITS } from '../limits.ts';
import type { DraftCause } from './input.ts';
import { NOTHING, touchedBetween } from './touched.ts';
import { stepsAfter, type Steps } from './undo.ts';

export interface Revision extends DraftRevision {
  readonly files: FileTable;
}

export interface NewRevision {
  readonly aml: string;
  readonly files: FileTable;
  readonly cause: DraftCause;
  readonly messageId?: string | null;
  /** Given by undo and redo; anything else is a step of its own or goes on with the last. */
  readonly steps?: Steps;
}

/** The rows of revisions: read, and written one after the other. */
export interface Revisions {
  /** Another's draft, and a deleted one, is as absent as a missing one. @throws not_found */
  readOwn(ownerId: string, draftId: string): Promise<Draft>;
  /** @throws not_found */
  read(draftId: string, number: number): Promise<Revision>;
  /** The newest one; null only for a draft that is gone. */
  latest(draftId: string): Promise<DraftRevision | null>;
  /**
   * Writes the revision after `base` (null: the first); the primary key lets only one writer have its number.
   * @returns `base` itself when nothing differs from it, unless undo or redo asked for a revision
   */
  append(
    tx: Prisma.TransactionClient,
    draftId: string,
    base: Revision | null,
    next: NewRevision,
  ): Promise<DraftRevision>;
  /** Runs `write` when `base` is the newest revision. @throws conflict with the newest one's number */
  onTop<T>(draftId: string, base: number, write: (base: Revision) => Promise<T>): Promise<T>;
}

export function createRevisions({ prisma }: Pick<Database, 'prisma'>): Revisions {
  async function read(draftId: string, number: number): Promise<Revision> {
    const revision = await prisma.draftRevision.findUnique({
      where: { draftId_number: { draftId, number } },
      include: { files: { select: { path: true, blobHash: true } } },
    });
    if (!revision) throw new ApiError('not_found', `This draft has no revision ${number}.`);
    return { ...revision, files: new Map(revision.files.map((file) => [file.path, file.blobHash])) };
  }

  const latest = (draftId: string): Promise<DraftRevision | null> =>
    prisma.draftRevision.findFirst({ where: { draftId }, orderBy: { number: 'desc' } });

  const latestNumber = async (draftId: string): Promise<number> => (await latest(draftId))?.number ?? 0;

  return {
    async readOwn(ownerId, id) {
      const draft = await prisma.draft.findFirst({ where: { id, ownerId, deletedAt: null } });
      if (!draft) throw new ApiError('not_found', 'There is no such draft.');
      return draft;
    },
    read,
    latest,

    async append(tx, draftId, base, { aml, files, cause, messageId = null, steps }) {
      if (files.size > LIMITS.appFiles) {
        throw new ApiError('too_large', `An app may have ${LIMITS.appFiles} files at most.`);
      }
      checkFilePaths(files.keys());
      const number = (base?.number ?? 0) + 1;
      const touched = touchedBetween(base ?? NOTHING, { aml, files });
      if (base !== null && touched.length === 0 && steps === undefined) return base;
      const next = { cause, messageId, touched, createdAt: new Date() };
      const first = { undoTo: null, redoTo: null };
      const revision = await tx.draftRevision.create({
        data: { draftId, number, aml, ...next, ...(steps ?? (base ? stepsAfter(base, next) : first)) },
      });
      // As two arrays: a row of parameters for each file costs a quarter more, in the embedded database most of all.
      await tx.$executeRaw`
        INSERT INTO "DraftRevisionFile" ("draftId", "number", "path", "blobHash")
        SELECT ${draftId}, ${number}, * FROM unnest(${[...files.keys()]}::text[], ${[...files.values()]}::text[])`;
      return revision;
    },

    async onTop(draftId, base, write) {
      const now = await latestNumber(draftId);
      if (now !== base) throw conflict(now);
      try {
        return await write(await read(draftId, base));
      } catch (error) {
        if (isUniqueViolation(error)) throw conflict(await latestNumber(draftId));
        throw error;
      }
    },
  };
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}

function conflict(currentRevision: number): ApiError {
  return new ApiError(
    'conflict',
    `This draft has moved on to revision ${currentRevision}. Nothing was overwritten: load it and apply your change there.`,
    { details: { currentRevision } },
  );
}
