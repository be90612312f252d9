import { error } from '@sveltejs/kit';
import type { AppSourceQuery, MarketAppQuery } from '#lib/gql/graphql.ts';
import { ANONYMOUS, ask } from '#lib/graphql/client.ts';
import { Failure } from '#lib/graphql/failure.ts';
import { appSourceDocument, marketAppDocument } from '#lib/graphql/market-documents.ts';
import type { PageLoad } from './$types';
import { copy } from './copy.ts';

interface AppPageData {
  readonly app: NonNullable<MarketAppQuery['app']>;
  /** Null while the app itself is looked at. */
  readonly source: NonNullable<AppSourceQuery['app']>['files'] | null;
}

export const load: PageLoad = async ({ fetch, params, url }): Promise<AppPageData> => {
  const context = { ...ANONYMOUS, fetch };
  // Which file is shown is read by the page, not here: turning to another file asks nothing.
  const withSource = url.searchParams.get('view') === 'source';
  try {
    const [{ app }, source] = await Promise.all([
      ask(marketAppDocument, { id: params.id }, context),
      withSource
        ? ask(appSourceDocument, { id: params.id }, context).then((answer) => answer.app?.files)
        : null,
    ]);
    if (app === null || app === undefined) error(404, copy.missing);
    return { app, source: source ?? null };
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    error(thrown.code === 'not_found' ? 404 : 503, thrown.message);
  }
};
