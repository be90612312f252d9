import { error } from '@sveltejs/kit';
import type { MarketAppQuery } from '#lib/gql/graphql.ts';
import { ANONYMOUS, ask } from '#lib/graphql/client.ts';
import { Failure } from '#lib/graphql/failure.ts';
import { marketAppDocument } from '#lib/graphql/market-documents.ts';
import type { PageLoad } from './$types';
import { copy } from '../copy.ts';

export const load: PageLoad = async ({
  fetch,
  params,
}): Promise<{ app: NonNullable<MarketAppQuery['app']> }> => {
  try {
    const { app } = await ask(marketAppDocument, { id: params.id }, { ...ANONYMOUS, fetch });
    if (app === null || app === undefined) error(404, copy.missing);
    return { app };
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    error(thrown.code === 'not_found' ? 404 : 503, thrown.message);
  }
};
