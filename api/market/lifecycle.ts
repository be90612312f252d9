import type { DataPlane } from '../data/contract.ts';
import type { Database } from '../db/database.ts';
import type { App, Prisma } from '../db/generated/client.ts';
import { recountForks } from './lineage.ts';

/** How long an owner may bring back what was deleted (design 4). */
export const RESTORE_MS = 30 * 24 * 3_600_000;

/** What is left of an app that is gone: its id, its owner and its times. */
const WIPED = {
  name: '',
  description: '',
  aml: '',
  preview: null,
  previewRef: null,
  tags: [],
  searchText: '',
  searchPairs: [],
  size: 0,
};

type Standing = Partial<Pick<App, 'deletedAt' | 'takenDownAt' | 'takenDownReason'>>;

/**
 * Lets an app leave the market or come back. Every count follows in the same transaction, its times stay as they are,
 * and what a process holds of it is forgotten everywhere.
 */
export async function changeStanding(
  { db, data }: { db: Database; data: DataPlane },
  app: App,
  standing: Standing,
  also?: (tx: Prisma.TransactionClient) => Promise<unknown>,
): Promise<App> {
  const changed = await db.prisma.$transaction(async (tx) => {
    const after = await tx.app.update({
      where: { id: app.id },
      data: { ...standing, updatedAt: app.updatedAt },
    });
    await recountForks(tx, app.forkedFromId);
    await also?.(tx);
    return after;
  });
  await data.forget(app.id);
  return changed;
}

/** Wipes apps that were deleted more than 30 days ago, rows and versions included; the bare ids stay. */
export async function purgeDeleted({ db, data }: { db: Database; data: DataPlane }): Promise<number> {
  const { prisma } = db;
  const old = await prisma.app.findMany({
    where: { deletedAt: { lt: new Date(Date.now() - RESTORE_MS) }, wipedAt: null },
    select: { id: true },
  });
  for (const { id } of old) {
    await data.drop(id);
    await prisma.$transaction([
      prisma.appFile.deleteMany({ where: { appId: id } }),
      prisma.appVersion.deleteMany({ where: { appId: id } }),
      prisma.app.update({ where: { id }, data: { ...WIPED, wipedAt: new Date() } }),
    ]);
  }
  return old.length;
}
