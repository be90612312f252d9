import { error } from '@sveltejs/kit';
import type { MarketAppQuery } from '#lib/gql/graphql.ts';
import { ANONYMOUS, ask } from '#lib/graphql/client.ts';
import { Failure } from '#lib/graphql/failure.ts';
import { marketAppDocument } from '#lib/graphql/market-documents.ts';

/**
 * The app that a page is about, as everybody may see it.
 * @param missing what the page says when there is none
 * @throws the page's error: 404, or 503 when nobody answered
 */
export async function loadApp(
  id: string,
  fetch: typeof globalThis.fetch,
  missing: string,
): Promise<NonNullable<MarketAppQuery['app']>> {
  try {
    const { app } = await ask(marketAppDocument, { id }, { ...ANONYMOUS, fetch });
    if (app === null || app === undefined) error(404, missing);
    return app;
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    error(thrown.code === 'not_found' ? 404 : 503, thrown.message);
  }
}
