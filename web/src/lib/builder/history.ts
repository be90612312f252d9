import type { BuilderHistoryQuery } from '#lib/gql/graphql.ts';
import { textOf, type AgentMessage } from '#lib/agent/message.ts';

export type Revision = NonNullable<
  NonNullable<NonNullable<BuilderHistoryQuery['viewer']>['draft']>['revisions']['edges'][number]
>['node'];

/** Revisions that belong together: all saves of one turn, or one save of another kind. */
export interface Chapter {
  readonly newest: Revision;
  readonly saves: number;
}

/** Revisions newest first, those of one turn as one entry. */
export function chaptersOf(revisions: readonly Revision[]): readonly Chapter[] {
  const chapters: Chapter[] = [];
  for (const revision of revisions) {
    const last = chapters.at(-1);
    const sameTurn = revision.messageId != null && last?.newest.messageId === revision.messageId;
    if (last !== undefined && sameTurn) chapters[chapters.length - 1] = { ...last, saves: last.saves + 1 };
    else chapters.push({ newest: revision, saves: 1 });
  }
  return chapters;
}

/** What was asked for in the turn that made a revision; null when it is not known. */
export function promptOf(
  messages: readonly AgentMessage[],
  answerId: string | null | undefined,
): string | null {
  const at = messages.findIndex(({ id }) => id === answerId);
  const question = messages.slice(0, Math.max(at, 0)).findLast(({ role }) => role === 'user');
  return question ? textOf(question) : null;
}
