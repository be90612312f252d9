import type { SessionUser } from '../accounts/session-user.ts';
import type { DataPlane, EvolutionPlan, SpaceRef } from '../data/contract.ts';
import type { Database } from '../db/database.ts';
import { Prisma, type Draft, type DraftRevision } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { hashFiles, readFileEntries, storeBlobs, type FileTable } from '../files/blobs.ts';
import { checkFilePath, checkFilePaths } from '../files/path.ts';
import { newId, newSecret } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import type { Market, PublishResult } from '../market/service.ts';
import { parseDraftInput, type DraftCause } from './input.ts';

/** 128 bits: the preview's address is its only protection (design 10). */
const PREVIEW_TOKEN_BYTES = 16;

export interface SavedDraft {
  readonly draft: Draft;
  readonly revision: DraftRevision;
}

export interface PublishDraftInput {
  readonly draftId: string;
  readonly revision: number;
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly preview?: string | null | undefined;
}

/** What a person builds before publishing: append-only revisions of files and AML (design 10). */
export interface Drafts {
  /** An empty draft, one that edits an own app, or a copy of somebody else's. @throws not_found */
  create(user: SessionUser, input: unknown): Promise<SavedDraft>;
  /** Adds a revision on top of `baseRevision`. @throws conflict when that is not the latest: nothing is overwritten */
  save(user: SessionUser, input: unknown): Promise<SavedDraft>;
  /** Adds a revision with the content of an earlier one, so that undo can be undone. @throws conflict, not_found */
  restore(user: SessionUser, input: unknown): Promise<SavedDraft>;
  /** Gives a draft another name; its content stays as it is. @throws not_found */
  rename(user: SessionUser, input: unknown): Promise<Draft>;
  /** Removes a draft with its revisions and its rows; nothing of it can be restored. Absent already is fine. */
  remove(user: SessionUser, draftId: string): Promise<void>;
  /** Publishes a revision: to the app this draft edits, else as a new app that it edits from then on. */
  publish(user: SessionUser, input: PublishDraftInput): Promise<PublishResult & { readonly draft: Draft }>;
  /** What publishing a revision would do to the app's data. */
  plan(user: SessionUser, draftId: string, revision: number): Promise<EvolutionPlan>;
  /** The data space of a draft, with the AML of the latest revision. @throws not_found */
  ownSpace(user: SessionUser, draftId: string): Promise<SpaceRef>;
  /** One revision behind its preview token, with the AML of the latest one. */
  preview(token: string, revision: number): Promise<{ draft: Draft; aml: string; files: FileTable } | null>;
}

export function createDrafts({
  db,
  market,
  data,
}: {
  db: Database;
  market: Market;
  data: DataPlane;
}): Drafts {
  const { prisma } = db;

  /** Another's draft is as absent as a missing one. */
  async function readOwn(user: SessionUser, id: string): Promise<Draft> {
    const draft = await prisma.draft.findFirst({ where: { id, ownerId: user.id } });
    if (!draft) throw notFound();
    return draft;
  }

  async function readRevision(
    draftId: string,
    number: number,
  ): Promise<DraftRevision & { files: FileTable }> {
    const revision = await prisma.draftRevision.findUnique({
      where: { draftId_number: { draftId, number } },
      include: { files: true },
    });
    if (!revision) throw new ApiError('not_found', `This draft has no revision ${number}.`);
    return { ...revision, files: new Map(revision.files.map((file) => [file.path, file.blobHash])) };
  }

  /** What a draft remembers of the app it was copied from. @throws not_found */
  async function readSource(appId: string): Promise<Pick<Draft, 'forkedFromId' | 'forkedFromVersion'>> {
    const source = await market.published(appId);
    if (source === null || source === 'gone') {
      throw new ApiError('not_found', 'There is no such app in the market.');
    }
    return { forkedFromId: source.app.id, forkedFromVersion: source.app.version };
  }

  async function latestNumber(draftId: string): Promise<number> {
    const latest = await prisma.draftRevision.findFirst({ where: { draftId }, orderBy: { number: 'desc' } });
    return latest?.number ?? 0;
  }

  /** Writes revision `base + 1`; the primary key lets only one writer have that number. */
  async function append(
    tx: Prisma.TransactionClient,
    draftId: string,
    base: number,
    content: { aml: string; files: FileTable; cause: DraftCause; messageId: string | null },
  ): Promise<DraftRevision> {
    if (content.files.size > LIMITS.appFiles) {
      throw new ApiError('too_large', `An app may have ${LIMITS.appFiles} files at most.`);
    }
    checkFilePaths(content.files.keys());
    const number = base + 1;
    const { aml, cause, messageId } = content;
    const revision = await tx.draftRevision.create({ data: { draftId, number, aml, cause, messageId } });
    await tx.draftRevisionFile.createMany({
      data: [...content.files].map(([path, blobHash]) => ({ draftId, number, path, blobHash })),
    });
    return revision;
  }

  async function withConflict<T>(draftId: string, base: number, write: () => Promise<T>): Promise<T> {
    const latest = await latestNumber(draftId);
    if (latest !== base) throw conflict(latest);
    try {
      return await write();
    } catch (error) {
      if (isUniqueViolation(error)) throw conflict(await latestNumber(draftId));
      throw error;
    }
  }

  return {
    async create(user, input) {
      const { name, fromAppId } = parseDraftInput('create', input);
      const source = fromAppId ? await market.published(fromAppId) : null;
      if (fromAppId && (source === null || source === 'gone')) {
        throw new ApiError('not_found', 'There is no such app in the market.');
      }
      const app = source && source !== 'gone' ? source : null;
      const own = app?.app.ownerId === user.id;
      return prisma.$transaction(async (tx) => {
        const draft = await tx.draft.create({
          data: {
            id: newId(),
            ownerId: user.id,
            name: name ?? app?.app.name ?? 'Untitled app',
            previewToken: newSecret(PREVIEW_TOKEN_BYTES),
            appId: own ? (app?.app.id ?? null) : null,
            forkedFromId: own ? null : (app?.app.id ?? null),
            forkedFromVersion: own ? null : (app?.app.version ?? null),
          },
        });
        const revision = await append(tx, draft.id, 0, {
          aml: app?.app.aml ?? '',
          files: app?.files ?? new Map(),
          cause: app ? 'fork' : 'user_edit',
          messageId: null,
        });
        return { draft, revision };
      });
    },

    async save(user, input) {
      const given = parseDraftInput('save', input);
      const draft = await readOwn(user, given.draftId);
      return withConflict(draft.id, given.baseRevision, async () => {
        const base = await readRevision(draft.id, given.baseRevision);
        const lineage = given.forkedFromAppId ? await readSource(given.forkedFromAppId) : {};
        const written = given.changes.flatMap(({ path, content }) =>
          content == null ? [] : [[path, content] as const],
        );
        const hashed = hashFiles(Object.fromEntries(written));
        const files = new Map(base.files);
        for (const { path, content } of given.changes) {
          checkFilePath(path);
          if (content == null) files.delete(path);
        }
        for (const { path, hash } of hashed) files.set(path, hash);
        return prisma.$transaction(async (tx) => {
          await storeBlobs(tx, hashed);
          const revision = await append(tx, draft.id, base.number, {
            aml: given.aml ?? base.aml,
            files,
            cause: given.cause ?? 'user_edit',
            messageId: given.messageId ?? null,
          });
          const changed = {
            ...(given.name ? { name: given.name } : {}),
            ...lineage,
            ...(given.conversationId ? { conversationId: given.conversationId } : {}),
            updatedAt: new Date(),
          };
          return { draft: await tx.draft.update({ where: { id: draft.id }, data: changed }), revision };
        });
      });
    },

    async restore(user, input) {
      const given = parseDraftInput('restore', input);
      const draft = await readOwn(user, given.draftId);
      return withConflict(draft.id, given.baseRevision, async () => {
        const { aml, files } = await readRevision(draft.id, given.revision);
        return prisma.$transaction(async (tx) => ({
          revision: await append(tx, draft.id, given.baseRevision, {
            aml,
            files,
            cause: 'restore',
            messageId: null,
          }),
          draft: await tx.draft.update({ where: { id: draft.id }, data: { updatedAt: new Date() } }),
        }));
      });
    },

    async rename(user, input) {
      const { draftId, name } = parseDraftInput('rename', input);
      const draft = await readOwn(user, draftId);
      return prisma.draft.update({ where: { id: draft.id }, data: { name } });
    },

    async remove(user, draftId) {
      const { count } = await prisma.draft.deleteMany({ where: { id: draftId, ownerId: user.id } });
      if (count > 0) await data.drop(draftSpaceId(draftId));
    },

    async publish(user, input) {
      const draft = await readOwn(user, input.draftId);
      const revision = await readRevision(draft.id, input.revision);
      const entries = await readFileEntries(db, revision.files);
      const result = await market.publish(
        user,
        {
          id: draft.appId,
          name: input.name,
          description: input.description,
          aml: revision.aml,
          files: Object.fromEntries(entries.map(({ path, content }) => [path, content])),
          tags: input.tags,
          ...(input.preview === undefined ? {} : { preview: input.preview }),
        },
        draft.forkedFromId === null ? null : { id: draft.forkedFromId, version: draft.forkedFromVersion },
      );
      const updated = await prisma.draft.update({
        where: { id: draft.id },
        data: { appId: result.app.id, name: result.app.name },
      });
      return { ...result, draft: updated };
    },

    async plan(user, draftId, number) {
      const draft = await readOwn(user, draftId);
      const { aml } = await readRevision(draft.id, number);
      data.check(aml);
      return data.plan({ id: draft.appId ?? draftSpaceId(`${draft.id}_new`), aml });
    },

    async ownSpace(user, draftId) {
      const draft = await readOwn(user, draftId);
      const latest = await prisma.draftRevision.findFirst({
        where: { draftId: draft.id },
        orderBy: { number: 'desc' },
      });
      return { id: draftSpaceId(draft.id), aml: latest?.aml ?? '' };
    },

    async preview(token, number) {
      const draft = await prisma.draft.findUnique({ where: { previewToken: token } });
      if (!draft) return null;
      const [shown, latest] = await Promise.all([
        prisma.draftRevision.findUnique({
          where: { draftId_number: { draftId: draft.id, number } },
          include: { files: true },
        }),
        prisma.draftRevision.findFirst({ where: { draftId: draft.id }, orderBy: { number: 'desc' } }),
      ]);
      if (!shown || !latest) return null;
      // One data space serves all revisions: looking at an old one must not turn its tables back.
      return {
        draft,
        aml: latest.aml,
        files: new Map(shown.files.map((file) => [file.path, file.blobHash])),
      };
    },
  };
}

/** A draft's rows are its own and never those of the app it publishes to (design 10). */
export function draftSpaceId(draftId: string): string {
  return `draft:${draftId}`;
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

function notFound(): ApiError {
  return new ApiError('not_found', 'There is no such draft.');
}
