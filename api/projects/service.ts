import type { Logger } from 'pino';
import type { SessionUser } from '../accounts/session-user.ts';
import type { Database } from '../db/database.ts';
import type { Project } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import { isProjectId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import type { ProjectAddress } from '../publish/site.ts';
import { decodeCursor, encodeCursor } from '../list-cursor.ts';
import type { CurrentProjects } from './current-projects.ts';
import { createHostChecks, type HostChecks } from './host-checks.ts';
import { readHostName, type PlatformHosts } from './host-name.ts';
import type { ResolveTxt } from './host-proof.ts';
import { checkProjectId } from './input.ts';
import { collects, toOwnProject, toPublicProject, type OwnProject, type PublicProject } from './project.ts';
import { isKindId, type ContentKinds, type KindId } from '../content/kinds.ts';
import { dropFormTable } from '../submissions/form-table.ts';
import { schemaStateOf, type SchemaState } from './schema-state.ts';
import { requireOwner, storeProject } from './store.ts';

interface ProjectPage {
  readonly projects: readonly OwnProject[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** The projects of spec 4.5: the one place for their rules, behind REST and GraphQL alike. */
export interface Projects {
  /** Own ones, latest change first; a page ends early at 16 MB. */
  list(user: SessionUser, page?: { limit?: number; cursor?: string | null }): Promise<ProjectPage>;
  /**
   * All of an own one; what is public of a published one that collects.
   * @throws ApiError for anybody else: unauthenticated, not_found, forbidden
   */
  get(user: SessionUser | null, id: string): Promise<OwnProject | PublicProject>;
  /**
   * Creates or updates one; members left out of an update keep their value.
   * @param baseVersion the version of an existing one that the change was made for; on any other it is a conflict
   * @throws ApiError forbidden for another's id, invalid_request, invalid_document with diagnostics, conflict for a slug
   * or host that is taken
   */
  save(
    user: SessionUser,
    id: string,
    input: unknown,
    baseVersion?: number | null,
  ): Promise<{ project: OwnProject; created: boolean }>;
  /** @throws ApiError not_found, forbidden */
  remove(user: SessionUser, id: string): Promise<void>;
  /** Brings one back within 30 days of its delete (design 4). @throws ApiError not_found, forbidden */
  restore(user: SessionUser, id: string): Promise<OwnProject>;
  /** Asks DNS now for the proof of a custom host. @throws ApiError not_found, forbidden, conflict, rate_limited */
  verifyHost(user: SessionUser, id: string, host: string): Promise<OwnProject>;
  /** The published project at an address; 'gone' for a deleted one that is asked for by its id or slug. */
  published(address: ProjectAddress): Promise<Project | 'gone' | null>;
  /** A live project, published or not; null when there is none. Who asks has shown that they may. */
  preview(id: string): Promise<Project | null>;
  readonly hostChecks: HostChecks;
  /** How a stored project stands to its kind's schema of today. */
  schemaState(row: Pick<Project, 'kind' | 'schemaVersion' | 'rendererSchemaVersion'>): SchemaState;
  /** Wipes what was deleted more than 30 days ago; the bare ids stay, as their owners'. Returns how many. */
  purgeDeleted(): Promise<number>;
}

export interface ProjectsDeps {
  readonly db: Database;
  readonly current: CurrentProjects;
  readonly kinds: ContentKinds;
  readonly platform: PlatformHosts;
  readonly resolveTxt: ResolveTxt;
  readonly limiter: RateLimiter;
  readonly log: Logger;
}

const WITH_HOSTS = { include: { hosts: { orderBy: { host: 'asc' } } } } as const;
const READ_AT_ONCE = 10;
const PAGE_CHARACTERS = 16 * 1024 * 1024;
const HOUR_MS = 3_600_000;

export function createProjects({
  db,
  current,
  kinds,
  platform,
  resolveTxt,
  limiter,
  log,
}: ProjectsDeps): Projects {
  const { prisma } = db;
  const hostChecks = createHostChecks({ db, resolveTxt, log });
  const verifies = { name: 'host-verify', limit: LIMITS.hostVerifiesPerHour, windowMs: HOUR_MS };

  async function readOwn(user: SessionUser, id: string): Promise<OwnProject> {
    return toOwnProject(
      await prisma.project.findFirstOrThrow({ where: { id, ownerId: user.id }, ...WITH_HOSTS }),
      kinds,
    );
  }

  /** @throws ApiError not_found, also for a deleted one of one's own; forbidden */
  async function requireOwn(user: SessionUser, id: string): Promise<void> {
    const row = isProjectId(id) ? await prisma.project.findUnique({ where: { id } }) : null;
    requireOwner(row, user.id);
    if (!row || row.deletedAt !== null) throw notFound();
  }

  return {
    hostChecks,
    schemaState: (row) => schemaStateOf(kinds[row.kind as KindId], row),

    async list(user, { limit = LIMITS.restPage, cursor } = {}) {
      let after = cursor ? decodeCursor(cursor) : null;
      const shown: OwnProject[] = [];
      let characters = 0;
      for (;;) {
        const take = Math.min(READ_AT_ONCE, limit - shown.length) + 1;
        const rows = await prisma.project.findMany({
          where: { ownerId: user.id, deletedAt: null, ...(after && olderThan(after)) },
          orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
          take,
          ...WITH_HOSTS,
        });
        for (const row of rows.slice(0, take - 1)) {
          shown.push(toOwnProject(row, kinds));
          characters += row.document.length + (row.renderer?.length ?? 0);
          after = row;
        }
        if (rows.length < take) return { projects: shown, nextCursor: null };
        if (shown.length >= limit || characters > PAGE_CHARACTERS) {
          return { projects: shown, nextCursor: after && encodeCursor(after) };
        }
      }
    },

    async get(user, id) {
      const row = isProjectId(id) ? await prisma.project.findUnique({ where: { id }, ...WITH_HOSTS }) : null;
      const live = row?.deletedAt === null ? row : null;
      if (live && live.ownerId === user?.id) return toOwnProject(live, kinds);
      if (live?.published && isKindId(live.kind) && collects(live.kind)) return toPublicProject(live);
      if (!user) throw new ApiError('unauthenticated', 'Sign in to see your projects.');
      if (live) requireOwner(live, user.id);
      throw notFound();
    },

    async save(user, id, input, baseVersion = null) {
      checkProjectId(id);
      const question = { id, ownerId: user.id, input, baseVersion, platform, kinds };
      const created = await storeProject(db, question);
      return { project: await readOwn(user, id), created };
    },

    async remove(user, id) {
      await requireOwn(user, id);
      await prisma.project.updateMany({
        where: { id, ownerId: user.id, deletedAt: null },
        data: { deletedAt: new Date() },
      });
    },

    async restore(user, id) {
      const row = isProjectId(id) ? await prisma.project.findUnique({ where: { id } }) : null;
      requireOwner(row, user.id);
      if (!row || row.wipedAt !== null) throw notFound();
      await prisma.project.updateMany({
        where: { id, ownerId: user.id, wipedAt: null },
        data: { deletedAt: null },
      });
      return readOwn(user, id);
    },

    async verifyHost(user, id, given) {
      await requireOwn(user, id);
      const host = readHostName(given, platform);
      const row = await prisma.projectHost.findFirst({ where: { projectId: id, host, removedAt: null } });
      if (!row)
        throw new ApiError('not_found', `This project does not claim the host ${host}. Add it first.`);
      await limiter.use(
        verifies,
        user.id,
        `DNS is asked ${verifies.limit} times an hour for you at most. New hosts are also looked at by themselves.`,
      );
      if ((await hostChecks.checkNow(row)) === 'held by another') {
        throw new ApiError(
          'conflict',
          `The host ${host} belongs to another project, or did less than 30 days ago.`,
        );
      }
      return readOwn(user, id);
    },

    async published(address) {
      const row = await current.find(address);
      if (row === null || !row.published || row.wipedAt !== null) return null;
      if (row.deletedAt === null) return row;
      // Its id and slug stay its own; a custom host is its owner's and may already show something else.
      return 'customHost' in address ? null : 'gone';
    },

    preview: (id) => prisma.project.findFirst({ where: { id, deletedAt: null } }),

    async purgeDeleted() {
      const before = new Date(Date.now() - LIMITS.projectRestoreMs);
      const old = await prisma.project.findMany({
        where: { deletedAt: { lt: before }, wipedAt: null },
        select: { id: true },
      });
      for (const { id } of old) {
        await prisma.$transaction(async (tx) => {
          // Who brings it back in this moment goes first or finds it gone.
          const { count } = await tx.project.updateMany({
            where: { id, deletedAt: { lt: before }, wipedAt: null },
            data: {
              ...{ document: '{}', renderer: null, slug: null, published: false, wipedAt: new Date() },
              ...{ settings: {}, webhookSecret: null, appId: null },
            },
          });
          if (count === 0) return;
          await tx.projectHost.deleteMany({ where: { projectId: id } });
          await tx.formNotice.deleteMany({ where: { projectId: id } });
          await tx.webhookDelivery.deleteMany({ where: { projectId: id } });
          await dropFormTable(tx, id);
        });
      }
      return old.length;
    },
  };
}

function olderThan({ updatedAt, id }: { readonly updatedAt: Date; readonly id: string }) {
  return { OR: [{ updatedAt: { lt: updatedAt } }, { updatedAt, id: { lt: id } }] };
}

function notFound(): ApiError {
  return new ApiError('not_found', 'There is no such project.');
}
