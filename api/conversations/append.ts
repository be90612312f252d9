import { Prisma } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { CheckedMessage } from './message.ts';

/** What a caller takes for the newest message; null: that nothing was said yet. */
export interface Behind {
  readonly messageId: string | null;
}

/**
 * Refuses a batch when somebody else has said something since. What the batch holds itself is no news: it may have been
 * stored by a try whose answer was lost.
 * @throws ApiError conflict
 */
async function checkBehind(
  tx: Prisma.TransactionClient,
  conversationId: string,
  messages: readonly CheckedMessage[],
  { messageId }: Behind,
): Promise<void> {
  const newest = await tx.message.findFirst({
    where: { conversationId },
    orderBy: { position: 'desc' },
    select: { id: true },
  });
  const id = newest?.id ?? null;
  if (id === messageId || messages.some((message) => message.id === id)) return;
  throw new ApiError(
    'conflict',
    'Something else was said in this conversation since you read it, so nothing was stored. Read it again.',
    { details: { newestMessageId: id } },
  );
}

/**
 * Stores a batch behind what is there. A message whose id is there already keeps its place and takes what came now,
 * since an agent saves its growing answer after each step; the same message again changes nothing (design 4), and so
 * does an older save of it that arrives late.
 * The caller holds the lock of the conversation (claim.ts), so positions cannot collide.
 * @param behind what has to be the newest message; left out: whatever it is
 * @returns whether anything changed
 * @throws ApiError too_large when the conversation would outgrow its limits, conflict; nothing is stored then
 */
export async function appendMessages(
  tx: Prisma.TransactionClient,
  conversationId: string,
  messages: readonly CheckedMessage[],
  at: Date,
  behind: Behind | undefined,
): Promise<boolean> {
  if (behind !== undefined) await checkBehind(tx, conversationId, messages, behind);
  const known = await tx.message.findMany({
    where: { conversationId, id: { in: messages.map(({ id }) => id) } },
    select: { id: true, role: true, body: true, size: true },
  });
  const knownById = new Map(known.map((row) => [row.id, row]));
  const added = messages.filter(({ id }) => !knownById.has(id));
  const changed = messages.filter((message) => {
    const row = knownById.get(message.id);
    if (row === undefined || saveOf(row.body) > saveOf(message.body)) return false;
    return row.role !== message.role || JSON.stringify(row.body) !== JSON.stringify(message.body);
  });

  const totals = await tx.message.aggregate({
    where: { conversationId },
    _max: { position: true },
    _count: true,
    _sum: { size: true },
  });
  const grown = bytes(added) + bytes(changed) - sum(changed.map(({ id }) => knownById.get(id)?.size ?? 0));
  checkTotals(totals._count + added.length, (totals._sum.size ?? 0) + grown);
  const next = (totals._max.position ?? -1) + 1;
  await write(
    tx,
    conversationId,
    [
      ...changed.map((message) => ({ ...message, position: 0 })),
      ...added.map((message, index) => ({ ...message, position: next + index })),
    ],
    at,
  );
  return added.length + changed.length > 0;
}

/**
 * The number of a save of a message, `metadata.save`; 0 where there is none. A connection that breaks leaves a request
 * behind that nobody waits for: it may be carried out after the next one.
 */
function saveOf(body: unknown): number {
  const metadata: unknown = Reflect.get(Object(body), 'metadata');
  const save: unknown = Reflect.get(Object(metadata), 'save');
  return typeof save === 'number' ? save : 0;
}

function checkTotals(count: number, bytes: number): void {
  const say = (limit: string): string =>
    `A conversation may have ${limit} at most. Begin a new conversation.`;
  if (count > LIMITS.conversationMessages) {
    throw new ApiError('too_large', say(`${LIMITS.conversationMessages.toLocaleString('en')} messages`));
  }
  if (bytes > LIMITS.conversationBytes) {
    throw new ApiError(
      'too_large',
      say(`${LIMITS.conversationBytes.toLocaleString('en')} bytes of messages`),
    );
  }
}

/**
 * Bodies go in as text: Prisma would walk a Json argument and mistake some members (`$type`, `toStringTag`) for its own.
 * The position of a message that is there already stays.
 */
async function write(
  tx: Prisma.TransactionClient,
  conversationId: string,
  messages: readonly (CheckedMessage & { readonly position: number })[],
  at: Date,
): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map(
    ({ id, position, role, body, size, createdAt }) =>
      Prisma.sql`(${conversationId}, ${id}, ${position}, ${role}, ${JSON.stringify(body)}::json, ${size}, ${createdAt ?? at})`,
  );
  await tx.$executeRaw`
    INSERT INTO "Message" ("conversationId", "id", "position", "role", "body", "size", "createdAt")
    VALUES ${Prisma.join(rows)}
    ON CONFLICT ("conversationId", "id")
    DO UPDATE SET "role" = EXCLUDED."role", "body" = EXCLUDED."body", "size" = EXCLUDED."size"`;
}

function bytes(messages: readonly CheckedMessage[]): number {
  return sum(messages.map(({ size }) => size));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
