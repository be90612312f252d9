import { applyDelta, type TextsDelta } from '../worker/mirror.ts';
import { serve } from '../worker/serve.ts';
import { find, replace, type Found, type Query, type ReplacedFile, type Replacement } from './find.ts';

export interface SearchRequest {
  readonly texts: TextsDelta;
  readonly query: Query;
  /** Null only looks. */
  readonly replacement: Replacement | null;
}
export type SearchAnswer =
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'replaced'; readonly files: readonly ReplacedFile[] };

const texts = new Map<string, string>();

serve<SearchRequest, SearchAnswer>(({ texts: delta, query, replacement }) => {
  applyDelta(texts, delta);
  const inOrder = [...texts].sort(([a], [b]) => (a < b ? -1 : 1));
  return replacement === null
    ? { kind: 'found', found: find(inOrder, query) }
    : { kind: 'replaced', files: replace(inOrder, query, replacement) };
});
