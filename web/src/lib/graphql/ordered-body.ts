import { getOperationName, stringifyDocument, type Operation } from '@urql/core';

type Ordered = RequestInit & { readonly orderedBody?: string };

/**
 * The body of an operation with the members of its variables in their own order. urql sorts them, which is right for
 * the keys of its cache and wrong for what it sends: an author's document would come back in another order.
 */
export function orderedBody({ query, variables }: Operation): Ordered {
  const operationName = getOperationName(query);
  return { orderedBody: JSON.stringify({ operationName, query: stringifyDocument(query), variables }) };
}

/** Sends the ordered body in place of urql's, where there is one. */
export const fetchOrdered: typeof fetch = (input, init) => {
  const { orderedBody: body, ...options } = (init ?? {}) as Ordered;
  const replaces = body !== undefined && typeof options.body === 'string';
  return fetch(input, replaces ? { ...options, body } : options);
};
