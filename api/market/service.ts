import type { SessionUser } from '../accounts/session-user.ts';
import type { DataPlane, EvolutionPlan } from '../data/contract.ts';
import type { Database } from '../db/database.ts';
import type { App } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { hashFiles, storeBlobs, type FileTable } from '../files/blobs.ts';
import { isClientId, newId } from '../ids.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { ENTRY_INCLUDE, toEntry, type AppEntry } from './entry.ts';
import { parsePublication, type Publication } from './input.ts';
import { after, MARKET_ORDER, marketWhere, searchTextOf } from './search.ts';

const RESTORE_MS = 30 * 24 * 3_600_000;
/** A page of the list ends early when its files reach this many bytes; the cursor goes on from there. */
const PAGE_BYTES = 16 * 1024 * 1024;

/** What is left of an app that is gone: its id, its owner and its times. */
const WIPED = { name: '', description: '', aml: '', preview: null, tags: [], searchText: '', size: 0 };

export interface PublishResult extends EvolutionPlan {
  readonly app: App;
  readonly created: boolean;
}

export interface MarketPage {
  readonly apps: readonly AppEntry[];
  readonly nextCursor: string | undefined;
}

export interface MarketListOptions {
  readonly q: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** The market (spec 4.2). Ownership, limits and validation of apps live here and in no face. */
export interface Market {
  list(options: MarketListOptions): Promise<MarketPage>;
  /** @throws not_found */
  get(id: string): Promise<AppEntry>;
  /**
   * Publishes a new app or a new version of one's own. `forkedFromId` is kept with a new app; it never comes from
   * a request's body.
   * @throws forbidden for somebody else's id
   */
  publish(user: SessionUser, input: unknown, forkedFromId?: string | null): Promise<PublishResult>;
  /** Copies a published app, without its rows, into a new one of the user. @throws not_found */
  fork(user: SessionUser, sourceId: string): Promise<App>;
  /** Removes one's own app from the market; idempotent. @throws forbidden for somebody else's */
  remove(user: SessionUser, id: string): Promise<void>;
  /** Brings back what was removed within 30 days, rows included. @throws not_found, forbidden */
  restore(user: SessionUser, id: string): Promise<App>;
  /** Wipes apps that were deleted more than 30 days ago, rows included; the bare ids stay. Returns how many. */
  purgeDeleted(): Promise<number>;
  /** The files of a published app for serving; 'gone' after it was removed. */
  published(id: string): Promise<{ app: App; files: FileTable } | 'gone' | null>;
}

export function createMarket({ db, data }: { db: Database; data: DataPlane }): Market {
  const { prisma } = db;

  async function readOwn(user: SessionUser, id: string): Promise<App | null> {
    const app = await prisma.app.findUnique({ where: { id } });
    if (app && app.ownerId !== user.id) throw new ApiError('forbidden', 'This app belongs to somebody else.');
    return app;
  }

  return {
    async list({ q, limit, cursor }) {
      const where = { AND: [marketWhere(q), cursor ? after(decodeCursor(cursor)) : {}] };
      const select = { id: true, createdAt: true, size: true };
      const rows = await prisma.app.findMany({ where, select, orderBy: [...MARKET_ORDER], take: limit + 1 });
      const page = withinBytes(rows.slice(0, limit), PAGE_BYTES);
      const apps = await prisma.app.findMany({
        where: { id: { in: page.map((row) => row.id) } },
        include: ENTRY_INCLUDE,
        orderBy: [...MARKET_ORDER],
      });
      const last = page.at(-1);
      return {
        apps: apps.map(toEntry),
        nextCursor: last && page.length < rows.length ? encodeCursor(last) : undefined,
      };
    },

    async get(id) {
      const app = isClientId(id)
        ? await prisma.app.findFirst({ where: { id, deletedAt: null }, include: ENTRY_INCLUDE })
        : null;
      if (!app) throw notFound();
      return toEntry(app);
    },

    async publish(user, input, forkedFromId = null) {
      const publication = parsePublication(input);
      const id = publication.id ?? newId();
      const before = await readOwn(user, id);
      const aml = publication.aml ?? before?.aml ?? '';
      data.check(aml);
      const plan = await data.apply({ id, aml });
      return { ...(await store(user, id, publication, forkedFromId)), ...plan };
    },

    async fork(user, sourceId) {
      const source = isClientId(sourceId)
        ? await prisma.app.findFirst({ where: { id: sourceId, deletedAt: null }, include: { files: true } })
        : null;
      if (!source) throw notFound();
      const { name, description, aml, preview, tags, searchText, size } = source;
      return prisma.app.create({
        data: {
          id: newId(),
          ...{ name, description, aml, preview, tags, searchText, size },
          ownerId: user.id,
          forkedFromId: source.id,
          files: { createMany: { data: source.files.map(({ path, blobHash }) => ({ path, blobHash })) } },
        },
      });
    },

    async remove(user, id) {
      const app = isClientId(id) ? await readOwn(user, id) : null;
      if (!app || app.deletedAt) return;
      await prisma.app.update({ where: { id }, data: { deletedAt: new Date() } });
      await data.forget(id);
    },

    async restore(user, id) {
      const app = isClientId(id) ? await readOwn(user, id) : null;
      if (!app) throw notFound();
      if (!app.deletedAt) return app;
      if (Date.now() - app.deletedAt.getTime() > RESTORE_MS) {
        throw new ApiError('not_found', 'This app was deleted more than 30 days ago and is gone.');
      }
      return prisma.app.update({ where: { id }, data: { deletedAt: null } });
    },

    async purgeDeleted() {
      const old = await prisma.app.findMany({
        where: { deletedAt: { lt: new Date(Date.now() - RESTORE_MS) }, wipedAt: null },
        select: { id: true },
      });
      for (const { id } of old) {
        await data.drop(id);
        await prisma.$transaction([
          prisma.appFile.deleteMany({ where: { appId: id } }),
          prisma.app.update({ where: { id }, data: { ...WIPED, wipedAt: new Date() } }),
        ]);
      }
      return old.length;
    },

    async published(id) {
      const app = isClientId(id)
        ? await prisma.app.findUnique({ where: { id }, include: { files: true } })
        : null;
      if (!app) return null;
      if (app.deletedAt) return 'gone';
      return { app, files: new Map(app.files.map((file) => [file.path, file.blobHash])) };
    },
  };

  /** Writes an app and its files in one transaction; whoever comes second with a new id is told whose it is. */
  async function store(
    user: SessionUser,
    id: string,
    publication: Publication,
    forkedFromId: string | null,
  ): Promise<{ app: App; created: boolean }> {
    const files = hashFiles(publication.files);
    const size = files.reduce((sum, file) => sum + file.size, 0);
    return prisma.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`app:${id}`}, 0))`;
        const before = await tx.app.findUnique({ where: { id } });
        if (before && before.ownerId !== user.id) {
          throw new ApiError('forbidden', 'This app belongs to somebody else.');
        }
        await storeBlobs(tx, files);
        const members = mergeMembers(publication, before);
        const content = { ...members, size, searchText: searchTextOf(members) };
        const app = await tx.app.upsert({
          where: { id },
          create: { id, ownerId: user.id, forkedFromId, ...content },
          update: { ...content, version: { increment: 1 }, deletedAt: null, wipedAt: null },
        });
        await tx.appFile.deleteMany({ where: { appId: id } });
        await tx.appFile.createMany({
          data: files.map(({ path, hash }) => ({ appId: id, path, blobHash: hash })),
        });
        return { app, created: before === null || before.deletedAt !== null };
      },
      { timeout: 30_000 },
    );
  }
}

/** Members left out of an update keep their value (design 4). */
function mergeMembers(given: Publication, before: App | null) {
  return {
    name: given.name ?? before?.name ?? 'Untitled app',
    description: given.description ?? before?.description ?? '',
    aml: given.aml ?? before?.aml ?? '',
    preview: given.preview !== undefined ? given.preview : (before?.preview ?? null),
    tags: [...(given.tags ?? before?.tags ?? [])],
  };
}

function withinBytes<Row extends { readonly size: number }>(
  rows: readonly Row[],
  bytes: number,
): readonly Row[] {
  let total = 0;
  const end = rows.findIndex((row, index) => (total += row.size) > bytes && index > 0);
  return end === -1 ? rows : rows.slice(0, end);
}

function notFound(): ApiError {
  return new ApiError('not_found', 'There is no such app in the market.');
}
