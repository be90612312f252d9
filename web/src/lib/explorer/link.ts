import type { Example } from './example.ts';

/**
 * A link to a query. It stands behind the `#`, which browsers keep to themselves: a query may name things that belong in
 * no server's log. Opening it runs nothing.
 */
export function linkTo(address: string, { query, variables }: Example): string {
  const url = new URL(address);
  const params = new URLSearchParams({ query });
  if (variables.trim() !== '') params.set('variables', variables);
  url.hash = params.toString();
  return url.href;
}

/** The query that a link brings; null for an ordinary address. */
export function linked(hash: string): Example | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const query = params.get('query');
  return query === null ? null : { query, variables: params.get('variables') ?? '' };
}
