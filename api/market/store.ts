import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { App, Prisma } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { hashFiles, storeBlobs, type FileTable } from '../files/blobs.ts';
import type { Publication } from './input.ts';
import { KIND_NAMES, isEntryKind, type EntryKind, type Stamps } from './kinds.ts';
import { recountForks, type Lineage } from './lineage.ts';
import { searchColumnsOf } from './listing.ts';

export interface StoreQuestion {
  readonly userId: string;
  readonly id: string;
  readonly publication: Publication;
  readonly kind: EntryKind;
  readonly stamps: Stamps;
  /** Kept with a new app only. */
  readonly lineage: Lineage | null;
  /** What else belongs to the same transaction. */
  also?(tx: Prisma.TransactionClient, app: App): Promise<void>;
}

/**
 * Refuses whoever may not write this app.
 * @throws forbidden, also to its owner once it was taken down; conflict for what is of another kind: that never changes
 */
export function requireWritable(app: App | null, userId: string, kind: EntryKind): void {
  if (app && app.ownerId !== userId) throw new ApiError('forbidden', 'This app belongs to somebody else.');
  if (app?.takenDownAt) {
    throw new ApiError(
      'forbidden',
      `This app was taken down (${app.takenDownReason ?? 'no reason was given'}) and cannot be published under this id.`,
    );
  }
  if (app && app.kind !== kind && isEntryKind(app.kind)) {
    const way =
      app.kind === 'app' ? '' : ' It is published from its project: POST /api/projects/{id}/market.';
    throw new ApiError('conflict', `This id is ${KIND_NAMES[app.kind]} in the market, and stays one.${way}`);
  }
}

/** Writes an app, its files and its version in one transaction; whoever comes second with a new id is told whose it is. */
export async function storeApp(
  { prisma }: Database,
  { userId, id, publication, kind, stamps, lineage, also }: StoreQuestion,
): Promise<{ app: App; created: boolean }> {
  const files = hashFiles(publication.files);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`app:${id}`}, 0))`;
      const before = await tx.app.findUnique({ where: { id } });
      requireWritable(before, userId, kind);
      await storeBlobs(tx, files);
      const members = mergeMembers(publication, before, kind);
      const content = { ...members, size, ...searchColumnsOf(members) };
      const from = { forkedFromId: lineage?.id ?? null, forkedFromVersion: lineage?.version ?? null };
      const app = await tx.app.upsert({
        where: { id },
        create: { id, kind, ownerId: userId, ...from, ...content },
        update: { ...content, version: { increment: 1 }, deletedAt: null, wipedAt: null },
      });
      await tx.appFile.deleteMany({ where: { appId: id } });
      const rows = files.map(({ path, hash }) => ({ appId: id, path, blobHash: hash }));
      await tx.appFile.createMany({ data: rows });
      await keepVersion(tx, app, new Map(files.map(({ path, hash }) => [path, hash])), stamps);
      await also?.(tx, app);
      const created = before === null || before.deletedAt !== null;
      if (created) await recountForks(tx, app.forkedFromId);
      return { app, created };
    },
    { timeout: 30_000 },
  );
}

/** Keeps what was just published as a version; bodies are shared by content, so an unchanged file costs a row. */
export async function keepVersion(
  tx: Prisma.TransactionClient,
  app: App,
  files: FileTable,
  { schemaVersion, rendererSchemaVersion }: Stamps,
): Promise<void> {
  const { id: appId, version: number, name, description, aml, tags, size } = app;
  await tx.appVersion.create({
    data: {
      ...{ appId, number, name, description, aml, tags, size, createdAt: app.updatedAt },
      ...{ schemaVersion, rendererSchemaVersion },
    },
  });
  await tx.appVersionFile.createMany({
    data: [...files].map(([path, blobHash]) => ({ appId, number, path, blobHash })),
  });
}

const UNTITLED: Readonly<Record<EntryKind, string>> = {
  app: 'Untitled app',
  form: 'Untitled form',
  slides: 'Untitled deck',
};

/** Members left out of an update keep their value (design 4). */
function mergeMembers(given: Publication, before: App | null, kind: EntryKind) {
  const preview = given.preview !== undefined ? given.preview : (before?.preview ?? null);
  return {
    name: given.name ?? before?.name ?? UNTITLED[kind],
    description: given.description ?? before?.description ?? '',
    aml: given.aml ?? before?.aml ?? '',
    preview,
    previewRef: preview?.startsWith('data:') ? createHash('sha256').update(preview).digest('hex') : preview,
    tags: [...(given.tags ?? before?.tags ?? [])],
  };
}
