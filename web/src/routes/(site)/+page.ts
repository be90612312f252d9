import { browser } from '$app/env';
import { error } from '@sveltejs/kit';
import type { MarketAppsQuery } from '#lib/gql/graphql.ts';
import { ANONYMOUS, ask } from '#lib/graphql/client.ts';
import { Failure } from '#lib/graphql/failure.ts';
import { marketAppsDocument } from '#lib/graphql/market-documents.ts';
import { PAGE_SIZE, appPageOf } from '#lib/market/app-card.ts';
import type { AppPage } from '#lib/market/app-card.ts';
import { kindOf, marketQueryOf, sortOf } from '#lib/market/market-query.ts';
import type { MarketQuery } from '#lib/market/market-query.ts';
import type { PageLoad } from './$types';

interface MarketData {
  readonly query: MarketQuery;
  readonly list: AppPage;
  readonly tags: NonNullable<MarketAppsQuery['marketTags']>;
  /** A sentence when the list could not be had. */
  readonly failure: string | null;
}

/** The first stretch of the market; public, so it goes out without a session and is the same for everybody. */
export const load: PageLoad = async ({ fetch, url }): Promise<MarketData> => {
  const query = marketQueryOf(url.searchParams);
  try {
    const { apps, marketTags } = await ask(
      marketAppsDocument,
      {
        q: query.q === '' ? null : query.q,
        tag: query.tag === '' ? null : query.tag,
        kind: kindOf(query.kind),
        sort: sortOf(query.sort),
        first: PAGE_SIZE,
        after: null,
        withTags: true,
      },
      { ...ANONYMOUS, fetch },
    );
    return { query, list: appPageOf(apps), tags: marketTags ?? [], failure: null };
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    // From the server the status tells; in the browser the page stays, so that what was typed stays.
    if (!browser) error(503, thrown.message);
    return { query, list: { apps: [], next: null }, tags: [], failure: thrown.message };
  }
};
