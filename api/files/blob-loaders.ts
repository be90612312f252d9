import DataLoader from 'dataloader';
import type { Database } from '../db/database.ts';

/** Reads bodies by hash for one GraphQL request: what is asked for side by side is one query, once. */
export interface BlobLoaders {
  /** Bytes of the stored text. */
  readonly size: DataLoader<string, number>;
  readonly content: DataLoader<string, string>;
}

export function createBlobLoaders({ prisma }: Database): BlobLoaders {
  return {
    size: new DataLoader(async (hashes) => {
      const blobs = await prisma.blob.findMany({
        where: { hash: { in: [...hashes] } },
        select: { hash: true, size: true },
      });
      return inOrder(hashes, new Map(blobs.map((blob) => [blob.hash, blob.size])));
    }),
    content: new DataLoader(async (hashes) => {
      const blobs = await prisma.blob.findMany({
        where: { hash: { in: [...hashes] } },
        select: { hash: true, content: true },
      });
      return inOrder(hashes, new Map(blobs.map((blob) => [blob.hash, blob.content])));
    }),
  };
}

function inOrder<T>(hashes: readonly string[], found: ReadonlyMap<string, T>): (T | Error)[] {
  return hashes.map((hash) => found.get(hash) ?? new Error(`The body ${hash} is missing.`));
}
