import { readTab, writeTab } from '#lib/tab-storage.ts';

/** What a person is changing of the profile and has not saved yet. */
export interface ProfileDraft {
  readonly name: string;
  readonly picture: string | null;
}

/** By person: whoever else signs in to this tab is not shown it. */
const keyOf = (userId: string): string => `account.profile.${userId}`;

/** Null when nothing is unsaved, or what is there is not ours. */
export function keptProfile(userId: string): ProfileDraft | null {
  const kept = readTab(keyOf(userId));
  if (typeof kept !== 'object' || kept === null) return null;
  const { name, picture = null } = kept as Partial<Record<keyof ProfileDraft, unknown>>;
  const isPicture = typeof picture === 'string' && picture.startsWith('data:image/');
  if (typeof name !== 'string' || !(picture === null || isPicture)) return null;
  return { name, picture: isPicture ? picture : null };
}

/** @param draft null when everything is saved */
export function keepProfile(userId: string, draft: ProfileDraft | null): void {
  writeTab(keyOf(userId), draft);
}
