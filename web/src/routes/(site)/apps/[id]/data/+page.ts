import type { MarketAppQuery } from '#lib/gql/graphql.ts';
import { loadApp } from '#lib/market/load-app.ts';
import type { PageLoad } from './$types';
import { copy } from '../copy.ts';

export const load: PageLoad = async ({
  fetch,
  params,
}): Promise<{ app: NonNullable<MarketAppQuery['app']> }> => ({
  app: await loadApp(params.id, fetch, copy.gone.text),
});
