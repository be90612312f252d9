import type { BuilderHistoryQuery } from '#lib/gql/graphql.ts';
import { touchedTogether } from './history/touched.ts';
import { textOf, type AgentMessage } from '#lib/agent/message.ts';

export type Revision = NonNullable<
  NonNullable<NonNullable<BuilderHistoryQuery['viewer']>['draft']>['revisions']['edges'][number]
>['node'];

/** Revisions that belong together: all saves of one turn or one spell of typing. */
export interface Chapter {
  readonly newest: Revision;
  readonly oldest: Revision;
  readonly saves: number;
  /** What they changed together, as `Revision.touched`. */
  readonly touched: readonly string[];
}

/** Milliseconds between two saves of one spell of typing. */
const SPELL = 5 * 60_000;

/** Revisions newest first; those of one turn, and those of one spell of typing, as one entry. */
export function chaptersOf(revisions: readonly Revision[]): readonly Chapter[] {
  const groups: Revision[][] = [];
  for (const revision of revisions) {
    const group = groups.at(-1);
    const newer = group?.at(-1);
    if (group !== undefined && newer !== undefined && belongs(revision, newer)) group.push(revision);
    else groups.push([revision]);
  }
  return groups.flatMap(chapterOf);
}

/** Every revision by itself. */
export function singleChapters(revisions: readonly Revision[]): readonly Chapter[] {
  return revisions.flatMap((revision) => chapterOf([revision]));
}

function chapterOf(group: readonly Revision[]): readonly Chapter[] {
  const [newest, oldest] = [group[0], group.at(-1)];
  if (newest === undefined || oldest === undefined) return [];
  const touched = touchedTogether(group.map((revision) => revision.touched).toReversed());
  return [{ newest, oldest, saves: group.length, touched }];
}

function belongs(older: Revision, newer: Revision): boolean {
  // A named version stands for itself and is found by its name.
  if (older.number === 1 || older.name != null || older.cause !== newer.cause) return false;
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
