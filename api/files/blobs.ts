import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { Prisma } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { checkFilePaths } from './path.ts';

/** File path to content hash. */
export type FileTable = ReadonlyMap<string, string>;

/** A file as the APIs show it; `size` is the stored text's bytes. */
export interface FileEntry {
  readonly path: string;
  readonly content: string;
  readonly size: number;
}

interface HashedFile {
  readonly path: string;
  readonly content: string;
  readonly hash: string;
  readonly size: number;
}

/**
 * Checks files that somebody sent (design 12) and hashes their contents.
 * @throws ApiError invalid_request for a bad path or content, too_large naming the limit
 */
export function hashFiles(files: Readonly<Record<string, unknown>>): readonly HashedFile[] {
  const paths = Object.keys(files);
  if (paths.length > LIMITS.appFiles) {
    throw new ApiError('too_large', `An app may have ${LIMITS.appFiles.toLocaleString('en')} files at most.`);
  }
  checkFilePaths(paths);
  const hashed = paths.map((path) => hashFile(path, files[path]));
  const total = hashed.reduce((sum, file) => sum + file.size, 0);
  if (total > LIMITS.appBytes) {
    throw new ApiError(
      'too_large',
      `The files of an app may have ${megabytes(LIMITS.appBytes)} together at most.`,
    );
  }
  return hashed;
}

/** Stores contents that are not there yet; the same content is stored once for all apps and versions. */
export async function storeBlobs(tx: Prisma.TransactionClient, files: readonly HashedFile[]): Promise<void> {
  const known = await tx.blob.findMany({
    where: { hash: { in: files.map((file) => file.hash) } },
    select: { hash: true },
  });
  const have = new Set(known.map((blob) => blob.hash));
  const missing = new Map(files.filter((file) => !have.has(file.hash)).map((file) => [file.hash, file]));
  if (missing.size === 0) return;
  await tx.blob.createMany({
    data: [...missing.values()].map(({ hash, content, size }) => ({ hash, content, size })),
    skipDuplicates: true,
  });
}

/** The stored text behind a hash. */
export async function readBlob(db: Database, hash: string): Promise<string> {
  const blob = await db.prisma.blob.findUniqueOrThrow({ where: { hash }, select: { content: true } });
  return blob.content;
}

/** All files of a table with their contents, by path. */
export async function readFileEntries(db: Database, files: FileTable): Promise<readonly FileEntry[]> {
  const blobs = await db.prisma.blob.findMany({ where: { hash: { in: [...new Set(files.values())] } } });
  const byHash = new Map(blobs.map((blob) => [blob.hash, blob]));
  return [...files]
    .flatMap(([path, hash]) => {
      const blob = byHash.get(hash);
      return blob ? [{ path, content: blob.content, size: blob.size }] : [];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function hashFile(path: string, content: unknown): HashedFile {
  if (typeof content !== 'string') {
    throw new ApiError(
      'invalid_request',
      `The content of "${path}" must be text; a binary asset is a data: URL.`,
    );
  }
  if (content.includes('\0') || !content.isWellFormed()) {
    throw new ApiError(
      'invalid_request',
      `The content of "${path}" is not valid text; send binary data as a data: URL.`,
    );
  }
  const size = Buffer.byteLength(content);
  if (size > LIMITS.fileBytes) {
    throw new ApiError('too_large', `The file "${path}" is larger than ${megabytes(LIMITS.fileBytes)}.`);
  }
  return { path, content, size, hash: createHash('sha256').update(content).digest('hex') };
}

function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`;
}
