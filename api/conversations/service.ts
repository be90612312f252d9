import type { Database } from '../db/database.ts';
import type { Topics } from '../db/topics.ts';
import { ApiError } from '../errors.ts';
import { isClientId, newId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { appendMessages, type Behind } from './append.ts';
import { claim } from './claim.ts';
import {
  checkConversationInput,
  checkId,
  checkTitle,
  type Conversation,
  type ConversationInput,
  type Transcript,
} from './conversation.ts';
import { decodeCursor, encodeCursor } from '../list-cursor.ts';
import { checkMessages } from './message.ts';
import { conversationTopic } from './topic.ts';
import { readMessages, toConversation, WITH_COUNT } from './rows.ts';

interface ConversationPage {
  readonly conversations: readonly Conversation[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export interface Conversations {
  /** The owner's conversations, latest change first, without messages; `limit` from 1 to 200. */
  list(ownerId: string, page?: { limit?: number; cursor?: string | null }): Promise<ConversationPage>;
  /** Creates one, or brings title and project of one's own up to date. @throws ApiError forbidden for another's id */
  create(ownerId: string, input: unknown): Promise<{ conversation: Conversation; created: boolean }>;
  /** One with its whole transcript. @throws ApiError not_found, also for another owner's (spec 4.3) */
  get(ownerId: string, id: string): Promise<Transcript>;
  /** @throws ApiError not_found, also for another owner's */
  rename(ownerId: string, id: string, title: string | null): Promise<Conversation>;
  /** Deletes it and its messages; absent already is fine. @throws ApiError forbidden for another owner's */
  remove(ownerId: string, id: string): Promise<void>;
  /** Brings a deleted one back within 30 days (design 4). @throws ApiError not_found */
  restore(ownerId: string, id: string): Promise<Conversation>;
  /**
   * Appends a batch, all or nothing, creating the conversation when missing.
   * @param behind what the caller takes for the newest message; left out: whatever it is
   * @throws ApiError forbidden, too_large, conflict when another message is the newest
   */
  append(ownerId: string, id: string, messages: unknown, behind?: Behind): Promise<Conversation>;
  /** Wipes what was deleted more than 30 days ago; the bare ids stay, as their owners'. Returns how many. */
  purgeDeleted(): Promise<number>;
}

export interface ConversationsDeps {
  readonly db: Pick<Database, 'prisma'>;
  /** Told of every change, so that open pages hear of it. */
  readonly topics: Pick<Topics, 'tell'>;
  readonly now?: () => Date;
}

/** Milliseconds: many appends to one conversation queue for its lock, and must not fail for that. */
const PATIENCE = { maxWait: 10_000, timeout: 15_000 };

/** The conversations of spec 4.3: the one place for their rules, behind REST and GraphQL alike. */
export function createConversations({
  db,
  topics,
  now = () => new Date(),
}: ConversationsDeps): Conversations {
  const { prisma } = db;
  const tell = (id: string): void => topics.tell(conversationTopic(id));

  async function findOwn(ownerId: string, id: string) {
    const row = isClientId(id)
      ? await prisma.conversation.findFirst({ where: { id, ownerId, deletedAt: null }, include: WITH_COUNT })
      : null;
    if (!row) throw new ApiError('not_found', 'You have no conversation with this id.');
    return row;
  }

  return {
    async list(ownerId, { limit = LIMITS.restPage, cursor } = {}) {
      const after = cursor ? decodeCursor(cursor) : null;
      const rows = await prisma.conversation.findMany({
        where: { ownerId, deletedAt: null, ...(after && olderThan(after)) },
        orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
        take: limit + 1,
        include: WITH_COUNT,
      });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { conversations: shown.map(toConversation), nextCursor: last ? encodeCursor(last) : null };
    },

    async create(ownerId, input) {
      const { id = newId(), ...members }: ConversationInput = checkConversationInput(input);
      const at = now();
      return await prisma.$transaction(async (tx) => {
        const created = await claim(tx, { id, ownerId, at });
        const changes = Object.values(members).some((value) => value !== undefined);
        const row = await tx.conversation.update({
          where: { id },
          data: changes ? { ...defined(members), updatedAt: at } : {},
          include: WITH_COUNT,
        });
        return { conversation: toConversation(row), created };
      }, PATIENCE);
    },

    async get(ownerId, id) {
      const row = await findOwn(ownerId, id);
      return { ...toConversation(row), messages: await readMessages(prisma, id) };
    },

    async rename(ownerId, id, title) {
      if (title !== null) checkTitle(title);
      await findOwn(ownerId, id);
      await prisma.conversation.updateMany({
        where: { id, ownerId, deletedAt: null },
        data: { title, updatedAt: now() },
      });
      return toConversation(await findOwn(ownerId, id));
    },

    async remove(ownerId, id) {
      // Nothing can have such an id, so there is nothing to delete.
      if (!isClientId(id)) return;
      const row = await prisma.conversation.findUnique({ where: { id }, select: { ownerId: true } });
      if (row && row.ownerId !== ownerId)
        throw new ApiError('forbidden', 'This conversation belongs to somebody else.');
      await prisma.conversation.updateMany({
        where: { id, ownerId, deletedAt: null },
        data: { deletedAt: now() },
      });
      tell(id);
    },

    async restore(ownerId, id) {
      const since = new Date(now().getTime() - LIMITS.conversationRestoreMs);
      if (isClientId(id)) {
        await prisma.conversation.updateMany({
          where: { id, ownerId, deletedAt: { gte: since } },
          data: { deletedAt: null },
        });
      }
      return toConversation(await findOwn(ownerId, id));
    },

    async append(ownerId, id, messages, behind) {
      checkId(id, 'The id of the conversation');
      const checked = checkMessages(messages);
      const at = now();
      const conversation = await prisma.$transaction(async (tx) => {
        await claim(tx, { id, ownerId, at });
        const changed = await appendMessages(tx, id, checked, at, behind);
        const row = await tx.conversation.update({
          where: { id },
          data: changed ? { updatedAt: at } : {},
          include: WITH_COUNT,
        });
        return toConversation(row);
      }, PATIENCE);
      tell(id);
      return conversation;
    },

    async purgeDeleted() {
      const before = new Date(now().getTime() - LIMITS.conversationRestoreMs);
      const old = { deletedAt: { lt: before } };
      const [messages] = await prisma.$transaction([
        prisma.message.deleteMany({ where: { conversation: old } }),
        prisma.conversation.updateMany({ where: old, data: { title: null, projectId: null } }),
      ]);
      return messages.count;
    },
  };
}

function olderThan({ updatedAt, id }: { readonly updatedAt: Date; readonly id: string }) {
  return { OR: [{ updatedAt: { lt: updatedAt } }, { updatedAt, id: { lt: id } }] };
}

function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
