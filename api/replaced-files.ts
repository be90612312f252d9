import type { Database } from './db/database.ts';
import type { FileTable } from './files/blobs.ts';
import { LIMITS } from './limits.ts';

/** Most versions that are looked through; who publishes more often in the time leaves the oldest behind. */
const VERSIONS = 10;

/**
 * The files of the versions that were replaced less than LIMITS.replacedFilesMs ago, a newer version's first; null when
 * there is none. Asks the database at the first call only, so the answer is as old as the site that keeps the function.
 */
export function replacedFilesOf(
  { prisma }: Database,
  appId: string,
  version: number,
): () => Promise<FileTable | null> {
  let asked: Promise<FileTable | null> | undefined;
  const ask = async (): Promise<FileTable | null> => {
    const after = new Date(Date.now() - LIMITS.replacedFilesMs);
    // Every one of them replaced the one before it.
    const recent = await prisma.appVersion.count({
      where: { appId, number: { lte: version }, createdAt: { gt: after } },
    });
    if (recent === 0) return null;
    const replaced = await prisma.appVersion.findMany({
      where: { appId, number: { lt: version } },
      orderBy: { number: 'desc' },
      take: Math.min(recent, VERSIONS),
      select: { files: { select: { path: true, blobHash: true } } },
    });
    const oldestFirst = replaced.toReversed().flatMap(({ files }) => files);
    return new Map(oldestFirst.map(({ path, blobHash }) => [path, blobHash]));
  };
  return async () => {
    asked ??= ask();
    try {
      return await asked;
    } catch (error) {
      asked = undefined;
      throw error;
    }
  };
}
