import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { isClientId, newId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { jsonDepth } from './json-depth.ts';

/** What a message holds, kept as it was given (design 4). `metadata` is the AI SDK's member beside `parts`. */
export interface MessageBody {
  readonly parts?: readonly unknown[];
  readonly content?: string;
  readonly metadata?: unknown;
}

/** A message of an append after all checks; `size` is the bytes of its stored body. */
export interface CheckedMessage {
  readonly id: string;
  readonly role: string;
  readonly body: MessageBody;
  readonly size: number;
  /** Null: the moment it is stored. */
  readonly createdAt: Date | null;
}

const message = z.object({
  id: z.string().optional(),
  role: z.enum(['user', 'assistant', 'system', 'tool']),
  parts: z.array(z.unknown()).optional(),
  content: z.string().optional(),
  metadata: z.unknown().optional(),
  createdAt: z.iso.datetime({ offset: true }).optional(),
});

const SHAPE =
  'A message is { id?, role: "user" | "assistant" | "system" | "tool", parts: [...] (or content: "text"), createdAt?: ISO 8601 time }';

/**
 * Checks the `messages` of an append (spec 4.3, design 4). An id given twice counts once, with what came last.
 * @throws ApiError invalid_request or too_large, naming the message and the limit
 */
export function checkMessages(value: unknown): readonly CheckedMessage[] {
  if (!Array.isArray(value))
    throw new ApiError('invalid_request', 'Send { "messages": [...] }, a list of messages.');
  if (value.length > LIMITS.messagesPerAppend) {
    throw new ApiError('too_large', `An append may have ${LIMITS.messagesPerAppend} messages at most.`);
  }
  const byId = new Map<string, CheckedMessage>();
  value.forEach((item: unknown, index) => {
    const checked = checkMessage(item, index);
    byId.set(checked.id, checked);
  });
  return [...byId.values()];
}

function checkMessage(value: unknown, index: number): CheckedMessage {
  const place = `messages[${index}]`;
  // Before anything walks the value: a parser or serializer that recurses must not meet a bottomless one.
  if (jsonDepth(value, LIMITS.messageDepth) > LIMITS.messageDepth) {
    throw new ApiError('invalid_request', `${place} is nested deeper than ${LIMITS.messageDepth} levels.`);
  }
  const parsed = message.safeParse(value);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new ApiError('invalid_request', `${place}${where && `.${where}`} is not as expected. ${SHAPE}.`);
  }
  const { id, role, parts, content, metadata, createdAt } = parsed.data;
  if (parts === undefined && content === undefined) {
    throw new ApiError('invalid_request', `${place} has neither parts nor content. ${SHAPE}.`);
  }
  if (id !== undefined && !isClientId(id)) {
    throw new ApiError('invalid_request', `${place}.id must match [A-Za-z0-9_-]{1,64}.`);
  }
  const body: MessageBody = {
    ...(parts !== undefined && { parts }),
    ...(content !== undefined && { content }),
    ...(metadata !== undefined && { metadata }),
  };
  const size = Buffer.byteLength(JSON.stringify(body));
  if (size > LIMITS.messageBytes) {
    throw new ApiError(
      'too_large',
      `${place} has ${size.toLocaleString('en')} bytes; a message may have ${LIMITS.messageBytes.toLocaleString('en')} at most.`,
    );
  }
  return {
    id: id ?? newId(),
    role,
    body,
    size,
    createdAt: createdAt === undefined ? null : time(createdAt, place),
  };
}

function time(text: string, place: string): Date {
  const date = new Date(text);
  const year = date.getUTCFullYear();
  if (Number.isNaN(year) || year < 1970 || year > 9999) {
    throw new ApiError(
      'invalid_request',
      `${place}.createdAt must be a time between the years 1970 and 9999.`,
    );
  }
  return date;
}
