import { error } from '@sveltejs/kit';
import type { MarketAuthorQuery } from '#lib/gql/graphql.ts';
import { ANONYMOUS, ask } from '#lib/graphql/client.ts';
import { Failure } from '#lib/graphql/failure.ts';
import { authorDocument } from '#lib/graphql/market-documents.ts';
import { PAGE_SIZE, appPageOf } from '#lib/market/app-card.ts';
import type { AppPage } from '#lib/market/app-card.ts';
import type { PageLoad } from './$types';
import { copy } from './copy.ts';

interface AuthorData {
  readonly author: NonNullable<MarketAuthorQuery['author']>;
  readonly list: AppPage;
}

export const load: PageLoad = async ({ fetch, params }): Promise<AuthorData> => {
  try {
    const variables = { id: params.id, first: PAGE_SIZE };
    const { author, apps } = await ask(authorDocument, variables, { ...ANONYMOUS, fetch });
    if (author === null || author === undefined) error(404, copy.missing);
    return { author, list: appPageOf(apps) };
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    error(503, thrown.message);
  }
};
