import type { SessionUser } from '../accounts/session-user.ts';
import type { ContentKinds } from '../content/kinds.ts';
import type { DataPlane, EvolutionPlan, SpaceRef } from '../data/contract.ts';
import type { Database } from '../db/database.ts';
import type { App, AppVersion } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import type { FileTable } from '../files/blobs.ts';
import { isClientId } from '../ids.ts';
import { ENTRY, readKind, toEntry, type AppEntry } from './entry.ts';
import { forkEntry, type Forked } from './fork.ts';
import { ownPageOf } from './kinds.ts';
import { changeStanding, purgeDeleted, RESTORE_MS } from './lifecycle.ts';
import { isListed, LISTED, marketWhere, type MarketFilter } from './listing.ts';
import { beyond, cursorOf, orderOf, PLACE_SELECT, type Sort } from './order.ts';
import { pictureOf, type Picture } from './pictures.ts';
import { notInMarket, readOwnApp } from './own-app.ts';
import { createPublishing, type Publishing } from './publishing.ts';
import { createTagCounts, type TagCounts } from './tags.ts';

/** A page of the list ends early when its files reach this many bytes; the cursor goes on from there. */
const PAGE_BYTES = 16 * 1024 * 1024;

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
export interface Market extends Publishing {
  list(options: MarketListOptions): Promise<MarketPage>;
  /** @throws not_found */
  get(id: string): Promise<AppEntry>;
  /**
   * What publishing this AML would do to the app's data, rows counted; changes nothing.
   * @throws invalid_aml with diagnostics, not_found, forbidden for somebody else's app
   */
  plan(user: SessionUser, id: string, aml: string): Promise<EvolutionPlan>;
  /** Copies an entry, without its rows or answers, into a new one of the user. @throws not_found */
  fork(user: SessionUser, sourceId: string): Promise<Forked>;
  /** Removes one's own app from the market; idempotent. @throws forbidden for somebody else's */
  remove(user: SessionUser, id: string): Promise<void>;
  /** Brings back what was removed within 30 days, rows included. @throws not_found, forbidden */
  restore(user: SessionUser, id: string): Promise<App>;
  /** What was published under an id, newest first. @throws not_found */
  versions(id: string): Promise<readonly AppVersion[]>;
  /** One of them with its files. @throws not_found */
  version(id: string, number: number): Promise<{ readonly version: AppVersion; readonly files: FileTable }>;
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

export function createMarket(deps: { db: Database; data: DataPlane; kinds: ContentKinds }): Market {
  const { db, data, kinds } = deps;
  const { prisma } = db;
  const tags = createTagCounts(db);

  const readOwn = (user: SessionUser, id: string): Promise<App | null> => readOwnApp(db, user, id);

  async function requireListed(id: string): Promise<void> {
    const found = isClientId(id) ? await prisma.app.count({ where: { id, ...LISTED } }) : 0;
    if (found === 0) throw notInMarket();
  }

  async function readVersion(id: string, number: number) {
    const version = await prisma.appVersion.findUnique({
      where: { appId_number: { appId: id, number } },
      include: { files: true },
    });
    if (!version) throw new ApiError('not_found', `This app has no version ${number}.`);
    return { version, files: new Map(version.files.map((file) => [file.path, file.blobHash])) };
  }

  return {
    tags,
    purgeDeleted: () => purgeDeleted(deps),
    ...createPublishing({ db, data, kinds, tags, readVersion }),

    async list({ sort, limit, cursor, ...filter }) {
      const where = { AND: [marketWhere(filter), cursor ? beyond(sort, cursor, 'behind') : {}] };
      const select = { ...PLACE_SELECT, size: true, kind: true };
      const rows = await prisma.app.findMany({ where, select, orderBy: orderOf(sort), take: limit + 1 });
      const page = withinBytes(rows.slice(0, limit).map(shownSize), PAGE_BYTES);
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
      if (!app) throw notInMarket();
      return toEntry(app);
    },

    async fork(user, sourceId) {
      const source = isClientId(sourceId)
        ? await prisma.app.findFirst({ where: { id: sourceId, ...LISTED }, include: { files: true } })
        : null;
      if (!source) throw notInMarket();
      const fork = await forkEntry(db, user, source);
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
      if (!(await readOwn(user, id))) throw notInMarket();
      return data.plan({ id, aml });
    },

    async restore(user, id) {
      const app = await readOwn(user, id);
      if (!app) throw notInMarket();
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
      if (!app) throw notInMarket();
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

/** What an entry takes in an answer: with the kind's own page too, which is stored with none. */
function shownSize<Row extends { readonly size: number; readonly kind: string }>(row: Row): Row {
  const page = Object.values(ownPageOf(readKind(row))).reduce((sum, text) => sum + text.length, 0);
  return { ...row, size: row.size + page };
}
