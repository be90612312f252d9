import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { isClientId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import type { MessageBody } from './message.ts';

/** A conversation without its messages (spec 2.2); times are ISO 8601 UTC (design 4). */
export interface Conversation {
  readonly id: string;
  readonly title: string | null;
  readonly projectId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly messageCount: number;
}

/** A stored message: what was given, its id, and when it came. */
export interface Message extends MessageBody {
  readonly id: string;
  readonly role: string;
  readonly createdAt: string;
}

export interface Transcript extends Conversation {
  readonly messages: readonly Message[];
}

/** What a caller may say about a conversation; a member left out keeps its value. */
export interface ConversationInput {
  readonly id?: string | undefined;
  readonly title?: string | null | undefined;
  readonly projectId?: string | null | undefined;
}

const input = z.object({
  id: z.string().nullish(),
  title: z.string().nullish(),
  projectId: z.string().nullish(),
});

/**
 * Checks what a client says about a conversation (spec 4.3).
 * @throws ApiError invalid_request naming the member
 */
export function checkConversationInput(value: unknown): ConversationInput {
  const parsed = input.safeParse(value);
  if (!parsed.success) {
    const member = parsed.error.issues[0]?.path.join('.') ?? 'body';
    throw new ApiError('invalid_request', `${member} must be a string.`);
  }
  const { id, title, projectId } = parsed.data;
  if (typeof id === 'string') checkId(id, 'id');
  if (typeof projectId === 'string') checkId(projectId, 'projectId');
  if (typeof title === 'string') checkTitle(title);
  return { id: id ?? undefined, title, projectId };
}

/** @throws ApiError invalid_request when a client may not use this text as an id (design 4) */
export function checkId(id: string, member: string): void {
  if (!isClientId(id)) throw new ApiError('invalid_request', `${member} must match [A-Za-z0-9_-]{1,64}.`);
}

/** @throws ApiError invalid_request when the title is too long or cannot be stored */
export function checkTitle(title: string): void {
  if ([...title].length > LIMITS.nameCharacters) {
    throw new ApiError('invalid_request', `A title may have ${LIMITS.nameCharacters} characters at most.`);
  }
  if (title.includes('\0') || !title.isWellFormed()) {
    throw new ApiError(
      'invalid_request',
      'The title holds a character that cannot be stored (NUL or half of a pair).',
    );
  }
}
