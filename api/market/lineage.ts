import type { Prisma } from '../db/generated/client.ts';

/** What an app was copied from; `version` is null for forks made before versions were kept. */
export interface Lineage {
  readonly id: string;
  readonly version: number | null;
}

/**
 * Counts an app's forks in the market anew, inside the transaction that made one come or go. The row is locked first:
 * two forks at the same time count one after the other, each seeing what the other committed.
 */
export async function recountForks(tx: Prisma.TransactionClient, sourceId: string | null): Promise<void> {
  if (sourceId === null) return;
  await tx.$executeRaw`SELECT 1 FROM "App" WHERE "id" = ${sourceId} FOR NO KEY UPDATE`;
  // Not through Prisma's update, which would also set updatedAt: a fork is no news of its source.
  await tx.$executeRaw`
    UPDATE "App" SET "forkCount" = (
      SELECT count(*) FROM "App" fork
      WHERE fork."forkedFromId" = ${sourceId} AND fork."deletedAt" IS NULL AND fork."takenDownAt" IS NULL
    ) WHERE "id" = ${sourceId}`;
}

/** How one file differs between two sets of files. */
export interface FileDifference {
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed';
}

/** What changed from one set of files to another, by path; contents are compared by their hashes. */
export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly FileDifference[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const [was, is] = [before.get(path), after.get(path)];
    if (was === is) return [];
    return [
      { path, change: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed' } as const,
    ];
  });
}
