import FileText from '@lucide/svelte/icons/file-text';
import Presentation from '@lucide/svelte/icons/presentation';
import type { AppKind, ContentKind } from '#lib/gql/graphql.ts';

/** What an entry of the market is called; apps need no mark, since most entries are some. */
export const KIND_MARKS: Readonly<
  Record<ContentKind, { readonly name: string; readonly icon: typeof FileText }>
> = {
  FORM: { name: 'Form', icon: FileText },
  SLIDES: { name: 'Slides', icon: Presentation },
};

/** The mark of a kind; null for an app. */
export function markOf(kind: AppKind): (typeof KIND_MARKS)[ContentKind] | null {
  return kind === 'APP' ? null : KIND_MARKS[kind];
}
