/** What listens for changes of a conversation is told by this (db/topics.ts). */
export function conversationTopic(conversationId: string): string {
  return `conversation:${conversationId}`;
}
