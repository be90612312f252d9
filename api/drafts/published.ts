import type { Draft } from '../db/generated/client.ts';
import type { Database } from '../db/database.ts';
import { LISTED } from '../market/listing.ts';

/**
 * The revision of a draft that is in the market; null while none is, and when the app was published from elsewhere
 * since, so that nobody knows which one it would be.
 */
export async function publishedRevisionOf(
  { prisma }: Pick<Database, 'prisma'>,
  {
    appId,
    publishedRevision,
    publishedVersion,
  }: Pick<Draft, 'appId' | 'publishedRevision' | 'publishedVersion'>,
): Promise<number | null> {
  if (appId === null || publishedRevision === null || publishedVersion === null) return null;
  const listed = await prisma.app.count({ where: { id: appId, version: publishedVersion, ...LISTED } });
  return listed > 0 ? publishedRevision : null;
}
