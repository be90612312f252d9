import type { Prisma } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';

export interface Claim {
  readonly id: string;
  readonly ownerId: string;
  readonly at: Date;
}

/**
 * Makes sure that a conversation with this id exists and is the owner's, and locks its row until the transaction
 * ends, so that appends to one conversation come one after the other. A deleted one begins anew, empty (spec 3).
 * @returns whether it was created now
 * @throws ApiError forbidden when the id is, or before a delete was, somebody else's (design 4)
 */
export async function claim(tx: Prisma.TransactionClient, { id, ownerId, at }: Claim): Promise<boolean> {
  const inserted = await tx.conversation.createMany({
    data: [{ id, ownerId, createdAt: at, updatedAt: at }],
    skipDuplicates: true,
  });
  const [row] = await tx.$queryRaw<{ ownerId: string; deletedAt: Date | null }[]>`
    SELECT "ownerId", "deletedAt" FROM "Conversation" WHERE "id" = ${id} FOR UPDATE`;
  if (row?.ownerId !== ownerId)
    throw new ApiError('forbidden', 'This conversation id belongs to somebody else.');
  if (row.deletedAt === null) return inserted.count === 1;
  await tx.message.deleteMany({ where: { conversationId: id } });
  const fresh = { title: null, projectId: null, deletedAt: null, createdAt: at, updatedAt: at };
  await tx.conversation.update({ where: { id }, data: fresh });
  return true;
}
