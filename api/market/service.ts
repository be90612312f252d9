import type { SessionUser } from '../accounts/session-user.ts';
import type { DataPlane, EvolutionPlan, SpaceRef } from '../data/contract.ts';
import type { Database } from '../db/database.ts';
import type { App, AppVersion } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { readFileEntries, type FileTable } from '../files/blobs.ts';
import { isClientId, newId } from '../ids.ts';
import { ENTRY, toEntry, type AppEntry } from './entry.ts';
import { parsePublication } from './input.ts';
import { changeStanding, purgeDeleted, RESTORE_MS } from './lifecycle.ts';
import { recountForks, type Lineage } from './lineage.ts';
import { isListed, LISTED, marketWhere, type MarketFilter } from './listing.ts';
import { beyond, cursorOf, orderOf, PLACE_SELECT, type Sort } from './order.ts';
import { pictureOf, type Picture } from './pictures.ts';
import { keepVersion, requireWritable, storeApp } from './store.ts';
import { createTagCounts, type TagCounts } from './tags.ts';

/** A page of the list ends early when its files reach this many bytes; the cursor goes on from there. */
const PAGE_BYTES = 16 * 1024 * 1024;

export interface PublishResult extends EvolutionPlan {
  readonly app: App;
  readonly created: boolean;
}

export interface MarketPage {
  readonly apps: readonly AppEntry[];
  readonly nextCursor: string | undefined;
}

export interface MarketListOptions extends MarketFilter {
  readonly sort: Sort;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** The market (spec 4.2). Ownership, limits and validation of apps live here and in no face. */
export interface Market {
  list(options: MarketListOptions): Promise<MarketPage>;
  /** @throws not_found */
  get(id: string): Promise<AppEntry>;
  /**
   * Publishes a new app or a new version of one's own. `lineage` is kept with a new app; it never comes from a
   * request's body.
   * @throws forbidden for somebody else's id, and for what was taken down
   */
  publish(user: SessionUser, input: unknown, lineage?: Lineage | null): Promise<PublishResult>;
  /**
   * What publishing this AML would do to the app's data, rows counted; changes nothing.
   * @throws invalid_aml with diagnostics, not_found, forbidden for somebody else's app
   */
  plan(user: SessionUser, id: string, aml: string): Promise<EvolutionPlan>;
  /** Copies a published app, without its rows, into a new one of the user. @throws not_found */
  fork(user: SessionUser, sourceId: string): Promise<App>;
  /** Removes one's own app from the market; idempotent. @throws forbidden for somebody else's */
  remove(user: SessionUser, id: string): Promise<void>;
  /** Brings back what was removed within 30 days, rows included. @throws not_found, forbidden */
  restore(user: SessionUser, id: string): Promise<App>;
  /** What was published under an id, newest first. @throws not_found */
  versions(id: string): Promise<readonly AppVersion[]>;
  /** One of them with its files. @throws not_found */
  version(id: string, number: number): Promise<{ readonly version: AppVersion; readonly files: FileTable }>;
  /** Publishes the files and the data model of an earlier version again, as the next one. @throws as `publish` */
  restoreVersion(user: SessionUser, id: string, number: number): Promise<PublishResult>;
  /** The preview picture that is kept with a listed app; null without one. */
  picture(id: string): Promise<Picture | null>;
  readonly tags: TagCounts;
  /** Wipes apps that were deleted more than 30 days ago, rows included; the bare ids stay. Returns how many. */
  purgeDeleted(): Promise<number>;
  /** The data space of one's own published app. @throws not_found, forbidden for somebody else's */
  ownSpace(user: SessionUser, id: string): Promise<SpaceRef>;
  /** The files of a published app for serving; 'gone' after it was removed or taken down. */
  published(id: string): Promise<{ app: App; files: FileTable } | 'gone' | null>;
}

export function createMarket(deps: { db: Database; data: DataPlane }): Market {
  const { db, data } = deps;
  const { prisma } = db;
  const tags = createTagCounts(db);

  async function readOwn(user: SessionUser, id: string): Promise<App | null> {
    const app = isClientId(id) ? await prisma.app.findUnique({ where: { id } }) : null;
    if (app && app.ownerId !== user.id) throw new ApiError('forbidden', 'This app belongs to somebody else.');
    return app;
  }

  async function requireListed(id: string): Promise<void> {
    const found = isClientId(id) ? await prisma.app.count({ where: { id, ...LISTED } }) : 0;
    if (found === 0) throw notFound();
  }

  async function readVersion(id: string, number: number) {
    const version = await prisma.appVersion.findUnique({
      where: { appId_number: { appId: id, number } },
      include: { files: true },
    });
    if (!version) throw new ApiError('not_found', `This app has no version ${number}.`);
    return { version, files: new Map(version.files.map((file) => [file.path, file.blobHash])) };
  }

  async function publish(user: SessionUser, input: unknown, lineage: Lineage | null): Promise<PublishResult> {
    const publication = parsePublication(input);
    const id = publication.id ?? newId();
    const before = await readOwn(user, id);
    requireWritable(before, user.id);
    const aml = publication.aml ?? before?.aml ?? '';
    data.check(aml);
    const plan = await data.apply({ id, aml });
    const stored = await storeApp(db, { userId: user.id, id, publication, lineage });
    // What was read between the two is of the version before.
    await data.forget(id);
    tags.forget();
    return { ...stored, ...plan };
  }

  return {
    tags,
    purgeDeleted: () => purgeDeleted(deps),
    publish: (user, input, lineage = null) => publish(user, input, lineage),

    async list({ sort, limit, cursor, ...filter }) {
      const where = { AND: [marketWhere(filter), cursor ? beyond(sort, cursor, 'behind') : {}] };
      const select = { ...PLACE_SELECT, size: true };
      const rows = await prisma.app.findMany({ where, select, orderBy: orderOf(sort), take: limit + 1 });
      const page = withinBytes(rows.slice(0, limit), PAGE_BYTES);
      const found = await prisma.app.findMany({
        where: { id: { in: page.map((row) => row.id) } },
        ...ENTRY,
      });
      const byId = new Map(found.map((app) => [app.id, app]));
      const last = page.at(-1);
      return {
        apps: page.flatMap(({ id }) => byId.get(id) ?? []).map(toEntry),
        nextCursor: last && page.length < rows.length ? cursorOf(sort, last) : undefined,
      };
    },

    async get(id) {
      const app = isClientId(id) ? await prisma.app.findFirst({ where: { id, ...LISTED }, ...ENTRY }) : null;
      if (!app) throw notFound();
      return toEntry(app);
    },

    async fork(user, sourceId) {
      const source = isClientId(sourceId)
        ? await prisma.app.findFirst({ where: { id: sourceId, ...LISTED }, include: { files: true } })
        : null;
      if (!source) throw notFound();
      const { name, description, aml, preview, previewRef, searchText, searchPairs, size } = source;
      const fork = await prisma.$transaction(async (tx) => {
        const app = await tx.app.create({
          data: {
            id: newId(),
            ...{
              name,
              description,
              aml,
              preview,
              previewRef,
              tags: source.tags,
              searchText,
              searchPairs,
              size,
            },
            ownerId: user.id,
            forkedFromId: source.id,
            forkedFromVersion: source.version,
            files: { createMany: { data: source.files.map(({ path, blobHash }) => ({ path, blobHash })) } },
          },
        });
        await keepVersion(tx, app, new Map(source.files.map((file) => [file.path, file.blobHash])));
        await recountForks(tx, source.id);
        return app;
      });
      tags.forget();
      return fork;
    },

    async remove(user, id) {
      const app = await readOwn(user, id);
      if (!app || app.deletedAt) return;
      await changeStanding(deps, app, { deletedAt: new Date() });
      tags.forget();
    },

    async plan(user, id, aml) {
      data.check(aml);
      if (!(await readOwn(user, id))) throw notFound();
      return data.plan({ id, aml });
    },

    async restore(user, id) {
      const app = await readOwn(user, id);
      if (!app) throw notFound();
      if (!app.deletedAt) return app;
      if (Date.now() - app.deletedAt.getTime() > RESTORE_MS) {
        throw new ApiError('not_found', 'This app was deleted more than 30 days ago and is gone.');
      }
      const restored = await changeStanding(deps, app, { deletedAt: null });
      tags.forget();
      return restored;
    },

    async versions(id) {
      await requireListed(id);
      return prisma.appVersion.findMany({ where: { appId: id }, orderBy: { number: 'desc' } });
    },

    async version(id, number) {
      await requireListed(id);
      return readVersion(id, number);
    },

    async restoreVersion(user, id, number) {
      const app = await readOwn(user, id);
      if (!app) throw notFound();
      const { version, files } = await readVersion(id, number);
      const entries = await readFileEntries(db, files);
      const contents = Object.fromEntries(entries.map(({ path, content }) => [path, content]));
      return publish(user, { id, aml: version.aml, files: contents }, null);
    },

    async picture(id) {
      const app = isClientId(id)
        ? await prisma.app.findFirst({
            where: { id, ...LISTED },
            select: { preview: true, previewRef: true },
          })
        : null;
      return app?.preview && app.previewRef ? pictureOf(app.preview, app.previewRef) : null;
    },

    async ownSpace(user, id) {
      const app = isClientId(id) ? await prisma.app.findFirst({ where: { id, deletedAt: null } }) : null;
      if (!app) throw notFound();
      if (app.ownerId !== user.id) throw new ApiError('forbidden', 'This app belongs to somebody else.');
      return { id, aml: app.aml };
    },

    async published(id) {
      const app = isClientId(id)
        ? await prisma.app.findUnique({ where: { id }, include: { files: true } })
        : null;
      if (!app) return null;
      if (!isListed(app)) return 'gone';
      return { app, files: new Map(app.files.map((file) => [file.path, file.blobHash])) };
    },
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
