import type { Place } from './model.ts';

/** Where the owner's REST and GraphQL of a space begin: an app's published rows, or those of a draft. */
export function placeAddress({ home, id }: Place): string {
  return `/api/${home === 'APP' ? 'apps' : 'drafts'}/${encodeURIComponent(id)}`;
}
