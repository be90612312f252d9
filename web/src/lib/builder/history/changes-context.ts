import { getContext, setContext } from 'svelte';

/** What is looked at: two revisions of the draft, or the newest one beside what is published. */
export type ChangeRange =
  | { readonly kind: 'revisions'; readonly from: number; readonly to: number }
  | { readonly kind: 'published'; readonly revision: number };

type Show = (range: ChangeRange) => void;

const KEY = Symbol('changes');

/** The room says how changes are shown, for everything inside it. */
export function offerChanges(show: Show): void {
  setContext(KEY, show);
}

/** How changes are shown here; null outside of a room. */
export function changesHere(): Show | null {
  return getContext<Show | undefined>(KEY) ?? null;
}
