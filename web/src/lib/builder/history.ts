import type { BuilderHistoryQuery } from '#lib/gql/graphql.ts';
import { textOf, type AgentMessage } from '#lib/agent/message.ts';

export type Revision = NonNullable<
  NonNullable<NonNullable<BuilderHistoryQuery['viewer']>['draft']>['revisions']['edges'][number]
>['node'];

/** Revisions that belong together: all saves of one turn or one spell of typing. */
export interface Chapter {
  readonly newest: Revision;
  readonly saves: number;
}

/** Milliseconds between two saves of one spell of typing. */
const SPELL = 5 * 60_000;

/** Revisions newest first; those of one turn, and those of one spell of typing, as one entry. */
export function chaptersOf(revisions: readonly Revision[]): readonly Chapter[] {
  const chapters: Chapter[] = [];
  let before: Revision | null = null;
  for (const revision of revisions) {
    const last = chapters.at(-1);
    if (last !== undefined && before !== null && belongs(revision, before)) {
      chapters[chapters.length - 1] = { ...last, saves: last.saves + 1 };
    } else chapters.push({ newest: revision, saves: 1 });
    before = revision;
  }
  return chapters;
}

function belongs(older: Revision, newer: Revision): boolean {
  if (older.number === 1 || older.cause !== newer.cause) return false;
  if (older.cause === 'AGENT_TURN') return older.messageId != null && older.messageId === newer.messageId;
  return older.cause === 'USER_EDIT' && Date.parse(newer.createdAt) - Date.parse(older.createdAt) < SPELL;
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
