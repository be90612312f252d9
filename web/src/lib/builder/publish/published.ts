import type { DraftState } from '#lib/agent/workspace.ts';

/** What of a draft is in the market, as far as this page knows. */
export interface Published {
  /** Null while nothing is, and when the app was published from elsewhere since. */
  readonly revision: number | null;
  /** What that revision holds; null when this page never had it. */
  readonly content: DraftState | null;
}

/** @param state the newest revision, which may be the published one */
export function publishedAs(revision: number | null, state: DraftState): Published {
  return { revision, content: revision === state.revision ? state : null };
}

/** What the server says now, beside what was known. */
export function publishedNow(known: Published, revision: number | null, state: DraftState): Published {
  return known.revision === revision ? known : publishedAs(revision, state);
}

/** Whether publishing would change nothing in the market: undo and restore may lead back to what is there. */
export function isPublished({ content }: Published, { aml, files }: DraftState): boolean {
  if (content === null) return false;
  if (content.aml !== aml || content.files.size !== files.size) return false;
  return [...files].every(([path, text]) => content.files.get(path) === text);
}
