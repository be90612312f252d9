/** What listens for changes of a draft is told by this (db/topics.ts). */
export function draftTopic(draftId: string): string {
  return `draft:${draftId}`;
}
