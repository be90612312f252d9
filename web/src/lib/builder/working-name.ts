import { textOf, type AgentMessage } from '#lib/agent/message.ts';
import { copy } from './copy.ts';
import { titleFrom, UNTITLED } from './title.ts';

/** The beginnings of messages that the builder itself writes for a person, such as those of "Fix it". */
const OURS: readonly string[] = [
  copy.outcome.continueMessage,
  copy.fixMessage.preview(''),
  copy.fixMessage.checks(''),
  copy.fixMessage.blank,
  copy.fixMessage.hung,
];

/**
 * The name that a draft gets with a message: that of its first one, when it was begun without any.
 * @returns null when it keeps the name that it has
 */
export function nameWith(text: string, name: string): string | null {
  if (name !== UNTITLED || OURS.some((begin) => text.startsWith(begin))) return null;
  const title = titleFrom(text);
  return title === UNTITLED ? null : title;
}

/** Whether nobody chose the name of a draft: it has none, or that of its first message. */
export function isWorkingName(name: string, messages: readonly AgentMessage[]): boolean {
  const first = messages.find(({ role }) => role === 'user');
  return name === UNTITLED || (first !== undefined && name === titleFrom(textOf(first)));
}
