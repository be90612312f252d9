import type { SessionUser } from '../accounts/session-user.ts';
import type { DataPlane, EvolutionPlan, SpaceRef } from '../data/contract.ts';
import type { Database } from '../db/database.ts';
import type { Topics } from '../db/topics.ts';
import type { App, Draft, DraftRevision } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { hashFiles, readFileEntries, storeBlobs, type FileTable } from '../files/blobs.ts';
import { checkFilePath } from '../files/path.ts';
import { newId, newSecret } from '../ids.ts';
import type { PublishResult } from '../market/publishing.ts';
import { readKind } from '../market/entry.ts';
import { KIND_NAMES } from '../market/kinds.ts';
import { notInMarket } from '../market/own-app.ts';
import type { Market } from '../market/service.ts';
import { createDeletedDrafts, type DeletedDrafts } from './deleted.ts';
import { createDraftStreams, type DraftStreams, type DraftStreamsDeps } from './draft-stream.ts';
import { createDraftHistory, type Compared, type DraftHistory } from './history.ts';
import { parseDraftInput } from './input.ts';
import { createRevisions } from './revisions.ts';
import { draftSpaceId } from './space.ts';
import { draftTopic } from './topic.ts';

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
export interface Drafts extends DraftHistory, DeletedDrafts {
  /** An empty draft, one that edits an own app, or a copy of somebody else's. @throws not_found */
  create(user: SessionUser, input: unknown): Promise<SavedDraft>;
  /** Adds a revision on top of `baseRevision`. @throws conflict when that is not the latest: nothing is overwritten */
  save(user: SessionUser, input: unknown): Promise<SavedDraft>;
  /** Gives a draft another name; its content stays as it is. @throws not_found */
  rename(user: SessionUser, input: unknown): Promise<Draft>;
  /** Publishes a revision: to the app this draft edits, else as a new app that it edits from then on. */
  publish(user: SessionUser, input: PublishDraftInput): Promise<PublishResult & { readonly draft: Draft }>;
  /** What publishing a revision would do to the app's data. */
  plan(user: SessionUser, draftId: string, revision: number): Promise<EvolutionPlan>;
  /** What publishing a revision would change in the app's files; null while nothing is published. @throws not_found */
  compareToPublished(user: SessionUser, draftId: string, revision: number): Promise<Compared | null>;
  /** The data space of a draft, with the AML of the latest revision. @throws not_found */
  ownSpace(user: SessionUser, draftId: string): Promise<SpaceRef>;
  /** One revision behind its preview token, with the AML of the latest one. */
  preview(token: string, revision: number): Promise<{ draft: Draft; aml: string; files: FileTable } | null>;
  /** Tells open pages of changes. */
  readonly streams: DraftStreams;
}

export function createDrafts({
  db,
  market,
  data,
  topics,
  sessionWatch,
}: {
  readonly db: Database;
  readonly market: Market;
  readonly data: DataPlane;
  readonly topics: Topics;
  readonly sessionWatch: DraftStreamsDeps['sessionWatch'];
}): Drafts {
  const { prisma } = db;
  const revisions = createRevisions(db);
  const tell = (draftId: string): void => topics.tell(draftTopic(draftId));

  /** What a draft remembers of the app it was copied from. @throws not_found */
  async function readSource(appId: string): Promise<Pick<Draft, 'forkedFromId' | 'forkedFromVersion'>> {
    const { app } = await readApp(appId);
    return { forkedFromId: app.id, forkedFromVersion: app.version };
  }

  /** An app of the market that a draft may begin from. @throws not_found, invalid_request for a form or deck */
  async function readApp(appId: string): Promise<{ app: App; files: FileTable }> {
    const source = await market.published(appId);
    if (source === null || source === 'gone') throw notInMarket();
    const kind = readKind(source.app);
    if (kind === 'app') return source;
    throw new ApiError(
      'invalid_request',
      `“${source.app.name}” is ${KIND_NAMES[kind]} and no app. Fork it in the market to get one of your own.`,
    );
  }

  return {
    ...createDraftHistory(db, revisions, tell),
    ...createDeletedDrafts(db, data, tell),
    streams: createDraftStreams({ db, topics, sessionWatch }),

    async create(user, input) {
      const { name, fromAppId } = parseDraftInput('create', input);
      const app = fromAppId ? await readApp(fromAppId) : null;
      const own = app?.app.ownerId === user.id;
      return prisma.$transaction(async (tx) => {
        const draft = await tx.draft.create({
          data: {
            id: newId(),
            ownerId: user.id,
            name: name ?? app?.app.name ?? 'Untitled app',
            previewToken: newSecret(PREVIEW_TOKEN_BYTES),
            appId: own ? (app?.app.id ?? null) : null,
            // An own app's draft begins as what is published.
            publishedRevision: own ? 1 : null,
            publishedVersion: own ? (app?.app.version ?? null) : null,
            forkedFromId: own ? null : (app?.app.id ?? null),
            forkedFromVersion: own ? null : (app?.app.version ?? null),
          },
        });
        const revision = await revisions.append(tx, draft.id, null, {
          aml: app?.app.aml ?? '',
          files: app?.files ?? new Map(),
          cause: app ? 'fork' : 'user_edit',
        });
        return { draft, revision };
      });
    },

    async save(user, input) {
      const given = parseDraftInput('save', input);
      const draft = await revisions.readOwn(user.id, given.draftId);
      const saved = await revisions.onTop(draft.id, given.baseRevision, async (base) => {
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
          const revision = await revisions.append(tx, draft.id, base, {
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
      tell(draft.id);
      return saved;
    },

    async rename(user, input) {
      const { draftId, name } = parseDraftInput('rename', input);
      await revisions.readOwn(user.id, draftId);
      const draft = await prisma.draft.update({ where: { id: draftId }, data: { name } });
      tell(draftId);
      return draft;
    },

    async publish(user, input) {
      const draft = await revisions.readOwn(user.id, input.draftId);
      const revision = await revisions.read(draft.id, input.revision);
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
        data: {
          appId: result.app.id,
          name: result.app.name,
          publishedRevision: input.revision,
          publishedVersion: result.app.version,
        },
      });
      tell(draft.id);
      return { ...result, draft: updated };
    },

    async plan(user, draftId, number) {
      const draft = await revisions.readOwn(user.id, draftId);
      const { aml } = await revisions.read(draft.id, number);
      data.check(aml);
      return data.plan({ id: draft.appId ?? draftSpaceId(`${draft.id}_new`), aml });
    },

    async compareToPublished(user, draftId, number) {
      const { appId } = await revisions.readOwn(user.id, draftId);
      const published = appId === null ? null : await market.published(appId);
      if (published === null || published === 'gone') return null;
      const before = { aml: published.app.aml, files: published.files };
      return { before, after: await revisions.read(draftId, number) };
    },

    async ownSpace(user, draftId) {
      const draft = await revisions.readOwn(user.id, draftId);
      const latest = await revisions.latest(draft.id);
      return { id: draftSpaceId(draft.id), aml: latest?.aml ?? '' };
    },

    async preview(token, number) {
      const draft = await prisma.draft.findFirst({ where: { previewToken: token, deletedAt: null } });
      if (!draft) return null;
      const [shown, latest] = await Promise.all([
        prisma.draftRevision.findUnique({
          where: { draftId_number: { draftId: draft.id, number } },
          include: { files: true },
        }),
        revisions.latest(draft.id),
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
