import type { DocumentType } from '#lib/gql/index.ts';
import type { appCardFragment } from '#lib/graphql/market-documents.ts';

/** What a card of the market shows of an app. */
export type AppCardData = DocumentType<typeof appCardFragment>;

/** A stretch of a list and how to get the next one. */
export interface AppPage {
  readonly apps: readonly AppCardData[];
  /** Null at the end of the list. */
  readonly next: string | null;
}

/** Cards per request. */
export const PAGE_SIZE = 24;

interface Connection {
  readonly edges: readonly { readonly node: AppCardData }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

export function appPageOf(connection: Connection): AppPage {
  const { hasNextPage, endCursor } = connection.pageInfo;
  return { apps: connection.edges.map((edge) => edge.node), next: hasNextPage ? (endCursor ?? null) : null };
}

/** Joins the next stretch on; an app that moved between two requests is not listed twice. */
export function appendPage(first: AppPage, second: AppPage): AppPage {
  const known = new Set(first.apps.map((app) => app.appId));
  return { apps: [...first.apps, ...second.apps.filter((app) => !known.has(app.appId))], next: second.next };
}
