import type { AppKind, AppSort } from '#lib/gql/graphql.ts';

/** The orders of the market's list as the address names them. The first is the one without a word. */
export const SORTS = [
  ['newest', 'NEWEST'],
  ['updated', 'UPDATED'],
  ['forks', 'FORKS'],
] as const satisfies readonly (readonly [string, AppSort])[];
export type SortName = (typeof SORTS)[number][0];

/** What the market can be narrowed to, as the address names it. The first is the one without a word: all of it. */
export const KINDS = [
  ['all', null],
  ['app', 'APP'],
  ['form', 'FORM'],
  ['slides', 'SLIDES'],
] as const satisfies readonly (readonly [string, AppKind | null])[];
export type KindName = (typeof KINDS)[number][0];

/** What the market's address asks for. */
export interface MarketQuery {
  readonly q: string;
  readonly tag: string;
  readonly kind: KindName;
  readonly sort: SortName;
}

/** Reads an address that anybody may have written: what it does not know is left out. */
export function marketQueryOf(params: Pick<URLSearchParams, 'get'>): MarketQuery {
  const named = params.get('sort');
  const kind = params.get('kind');
  return {
    q: (params.get('q') ?? '').trim(),
    tag: (params.get('tag') ?? '').trim(),
    kind: KINDS.find(([name]) => name === kind)?.[0] ?? 'all',
    sort: SORTS.find(([name]) => name === named)?.[0] ?? 'newest',
  };
}

/** The address of a list, without what says nothing. */
export function marketHref({ q, tag, kind, sort }: Partial<MarketQuery>): string {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (tag) params.set('tag', tag);
  if (kind !== undefined && kind !== 'all') params.set('kind', kind);
  if (sort !== undefined && sort !== 'newest') params.set('sort', sort);
  return params.size === 0 ? '/' : `/?${params}`;
}

export function sortOf(name: SortName): AppSort {
  return SORTS.find(([known]) => known === name)?.[1] ?? 'NEWEST';
}

export function kindOf(name: KindName): AppKind | null {
  return KINDS.find(([known]) => known === name)?.[1] ?? null;
}
