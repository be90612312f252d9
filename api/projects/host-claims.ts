import type { Prisma } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { newSecret } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { readHostName, type PlatformHosts } from './host-name.ts';

/** 144 bits: whoever shows it was told it by us. */
const TOKEN_BYTES = 18;

/**
 * Reads the custom hosts that a project shall have.
 * @throws ApiError invalid_request for a name that nobody may claim, or for too many
 */
export function readHosts(given: readonly string[], platform: PlatformHosts): readonly string[] {
  const hosts = [...new Set(given.map((host) => readHostName(host, platform)))];
  if (hosts.length > LIMITS.projectHosts) {
    throw new ApiError('invalid_request', `A project may have ${LIMITS.projectHosts} custom hosts at most.`);
  }
  return hosts;
}

/**
 * Makes a project claim exactly these hosts. A claim is served only after its proof. A name that had been proved is
 * held for its owner for 30 days after it was removed: until then nobody else may have it (design 7).
 * @throws ApiError conflict when somebody else holds a name
 */
export async function claimHosts(
  tx: Prisma.TransactionClient,
  {
    projectId,
    ownerId,
    hosts,
  }: { readonly projectId: string; readonly ownerId: string; readonly hosts: readonly string[] },
): Promise<void> {
  const rows = await tx.projectHost.findMany({ where: { projectId } });
  const known = new Map(rows.map((row) => [row.host, row]));
  for (const row of rows) {
    if (row.removedAt !== null || hosts.includes(row.host)) continue;
    const where = { projectId_host: { projectId, host: row.host } };
    if (row.heldHost === null) await tx.projectHost.delete({ where });
    else await tx.projectHost.update({ where, data: { removedAt: new Date(), verifiedAt: null } });
  }
  for (const host of hosts) {
    const row = known.get(host);
    if (row && row.removedAt === null) continue;
    await requireFree(tx, host, projectId, ownerId);
    const fresh = { removedAt: null, verifiedAt: null, checkedAt: null, failures: 0, problem: null };
    await tx.projectHost.upsert({
      where: { projectId_host: { projectId, host } },
      create: { projectId, host, token: newSecret(TOKEN_BYTES) },
      update: { ...fresh, createdAt: new Date() },
    });
  }
}

/** A name that is held after its removal goes on to another project of the same owner. */
async function requireFree(
  tx: Prisma.TransactionClient,
  host: string,
  projectId: string,
  ownerId: string,
): Promise<void> {
  const holder = await tx.projectHost.findUnique({
    where: { heldHost: host },
    include: { project: { select: { ownerId: true } } },
  });
  if (!holder || holder.projectId === projectId) return;
  if (holder.project.ownerId === ownerId && holder.removedAt !== null) {
    await tx.projectHost.delete({ where: { projectId_host: { projectId: holder.projectId, host } } });
    return;
  }
  const message =
    holder.project.ownerId === ownerId
      ? `The host ${host} is in use by your project ${holder.projectId}. Remove it there first.`
      : `The host ${host} belongs to another project, or did less than 30 days ago.`;
  throw new ApiError('conflict', message);
}
