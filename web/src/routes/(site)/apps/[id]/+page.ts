import { error } from '@sveltejs/kit';
import type { MarketAppQuery } from '#lib/gql/graphql.ts';
import { ANONYMOUS, ask } from '#lib/graphql/client.ts';
import { Failure } from '#lib/graphql/failure.ts';
import { marketAppDocument } from '#lib/graphql/market-documents.ts';
import { loadView } from '#lib/market/app-views.ts';
import type { AppView } from '#lib/market/app-views.ts';
import type { PageLoad } from './$types';
import { copy } from './copy.ts';

interface AppPageData {
  readonly app: NonNullable<MarketAppQuery['app']>;
  readonly view: AppView;
}

export const load: PageLoad = async ({ fetch, params, url }): Promise<AppPageData> => {
  try {
    const { app } = await ask(marketAppDocument, { id: params.id }, { ...ANONYMOUS, fetch });
    if (app === null || app === undefined) error(404, copy.gone.text);
    const view = await loadView(app, url.searchParams, fetch);
    if (view === null) error(404, copy.missingVersion);
    return { app, view };
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    error(thrown.code === 'not_found' ? 404 : 503, thrown.message);
  }
};
