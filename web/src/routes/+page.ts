import { browser } from '$app/env';
import { error } from '@sveltejs/kit';
import { ANONYMOUS, ask } from '#lib/graphql/client.ts';
import { Failure } from '#lib/graphql/failure.ts';
import { marketAppsDocument } from '#lib/graphql/market-documents.ts';
import { PAGE_SIZE, appPageOf } from '#lib/market/app-card.ts';
import type { AppPage } from '#lib/market/app-card.ts';
import type { PageLoad } from './$types';

interface MarketData {
  readonly q: string;
  readonly list: AppPage;
  /** A sentence when the list could not be had. */
  readonly failure: string | null;
}

/** The first stretch of the market; public, so it goes out without a session and is the same for everybody. */
export const load: PageLoad = async ({ fetch, url }): Promise<MarketData> => {
  const q = (url.searchParams.get('q') ?? '').trim();
  try {
    const { apps } = await ask(
      marketAppsDocument,
      { q: q === '' ? null : q, first: PAGE_SIZE, after: null },
      { ...ANONYMOUS, fetch },
    );
    return { q, list: appPageOf(apps), failure: null };
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    // From the server the status tells; in the browser the page stays, so that what was typed stays.
    if (!browser) error(503, thrown.message);
    return { q, list: { apps: [], next: null }, failure: thrown.message };
  }
};
