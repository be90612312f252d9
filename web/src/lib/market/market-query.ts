import type { AppSort } from '#lib/gql/graphql.ts';

/** The orders of the market's list as the address names them. The first is the one without a word. */
export const SORTS = [
  ['newest', 'NEWEST'],
  ['updated', 'UPDATED'],
  ['forks', 'FORKS'],
] as const satisfies readonly (readonly [string, AppSort])[];
export type SortName = (typeof SORTS)[number][0];

/** What the market's address asks for. */
export interface MarketQuery {
  readonly q: string;
  readonly tag: string;
  readonly sort: SortName;
}

/** Reads an address that anybody may have written: what it does not know is left out. */
export function marketQueryOf(params: Pick<URLSearchParams, 'get'>): MarketQuery {
  const named = params.get('sort');
  return {
    q: (params.get('q') ?? '').trim(),
    tag: (params.get('tag') ?? '').trim(),
    sort: SORTS.find(([name]) => name === named)?.[0] ?? 'newest',
  };
}

/** The address of a list, without what says nothing. */
export function marketHref({ q, tag, sort }: Partial<MarketQuery>): string {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (tag) params.set('tag', tag);
  if (sort !== undefined && sort !== 'newest') params.set('sort', sort);
  return params.size === 0 ? '/' : `/?${params}`;
}

export function sortOf(name: SortName): AppSort {
  return SORTS.find(([known]) => known === name)?.[1] ?? 'NEWEST';
}
