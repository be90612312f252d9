import type { MarketAppsQueryVariables } from '#lib/gql/graphql.ts';
import { ANONYMOUS, ask } from '#lib/graphql/client.ts';
import { marketAppsDocument } from '#lib/graphql/market-documents.ts';
import { PAGE_SIZE, appPageOf } from './app-card.ts';
import type { AppPage } from './app-card.ts';

/** What narrows and orders a list of the market. */
export type AppFilter = Pick<
  MarketAppsQueryVariables,
  'q' | 'tag' | 'authorId' | 'forksOf' | 'kind' | 'sort'
>;

/**
 * One stretch of a list of the market; public, so it goes out without a session and is the same for everybody.
 * @param after where the last stretch ended; null for the first
 * @throws {Failure} as `ask`
 */
export async function appsAfter(filter: AppFilter, after: string | null): Promise<AppPage> {
  const variables = { ...filter, first: PAGE_SIZE, after, withTags: false };
  return appPageOf((await ask(marketAppsDocument, variables, ANONYMOUS)).apps);
}
