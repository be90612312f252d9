import type { Prisma } from '../db/generated/client.ts';
import type { Conversation, Message } from './conversation.ts';
import type { MessageBody } from './message.ts';

/** Loads the number of messages beside a conversation. */
export const WITH_COUNT = {
  _count: { select: { messages: true } },
} as const satisfies Prisma.ConversationInclude;

type Row = Prisma.ConversationGetPayload<{ include: typeof WITH_COUNT }>;

/** A stored conversation as its owner sees it. */
export function toConversation(row: Row): Conversation {
  return {
    id: row.id,
    title: row.title,
    projectId: row.projectId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    messageCount: row._count.messages,
  };
}

/** The whole transcript, oldest first. */
export async function readMessages(
  client: Prisma.TransactionClient,
  conversationId: string,
): Promise<readonly Message[]> {
  const rows = await client.message.findMany({ where: { conversationId }, orderBy: { position: 'asc' } });
  return rows.map(({ id, role, body, createdAt }) => ({
    id,
    role,
    ...(body as MessageBody),
    createdAt: createdAt.toISOString(),
  }));
}
