import { cacheExchange, Client, fetchExchange, mapExchange } from '@urql/core';
import type { AnyVariables, OperationContext, TypedDocumentNode } from '@urql/core';
import { browser } from '$app/env';
import { Failure, failureOf } from './failure.ts';
import { fetchOrdered, orderedBody } from './ordered-body.ts';

/** Who is asking. The session module sets this once; keeping it here avoids a circle between the two. */
interface Credentials {
  token(): string | null;
  /** The server no longer knows the token that was sent with this operation. */
  refused(): void;
}

let credentials: Credentials = { token: () => null, refused: () => undefined };

export function useCredentials(next: Credentials): void {
  credentials = next;
}

/** Operations that must go out without a session: a wrong password is no reason to end one. */
export const ANONYMOUS = { anonymous: true } as const satisfies Partial<OperationContext>;

/** Operations of one session, whoever is signed in by the time they go out; null asks as whoever is signed in. */
export function asSession(token: string | null): Partial<OperationContext> {
  return token === null ? {} : { bearer: token };
}

function createClient(): Client {
  return new Client({
    url: '/graphql',
    // Always POST, so that no search term or token lands in a log of addresses.
    preferGetMethod: false,
    fetch: fetchOrdered,
    exchanges: [
      cacheExchange,
      mapExchange({
        onOperation(operation) {
          if (operation.kind === 'teardown') return operation;
          const held: unknown = operation.context['bearer'];
          const own = typeof held === 'string' ? held : credentials.token();
          const token = operation.context['anonymous'] === true ? null : own;
          const given = operation.context.fetchOptions;
          const options = {
            ...(typeof given === 'function' ? given() : given),
            ...(operation.kind === 'mutation' && orderedBody(operation)),
          };
          if (token === null)
            return { ...operation, context: { ...operation.context, fetchOptions: options } };
          const headers = {
            ...(options.headers as Record<string, string>),
            authorization: `Bearer ${token}`,
          };
          return {
            ...operation,
            context: { ...operation.context, bearer: token, fetchOptions: { ...options, headers } },
          };
        },
        onError(error, operation) {
          const sent: unknown = operation.context['bearer'];
          const current = typeof sent === 'string' && sent === credentials.token();
          if (current && failureOf(error).code === 'unauthenticated') credentials.refused();
        },
      }),
      fetchExchange,
    ],
  });
}

let shared: Client | undefined;

/** One client per browser tab, with its cache; on the server a new one per call, so no answer crosses visitors. */
function client(): Client {
  if (!browser) return createClient();
  shared ??= createClient();
  return shared;
}

/** Forgets every cached answer: after signing in or out another person may be looking. */
export function forgetAnswers(): void {
  shared = undefined;
}

/**
 * Asks once.
 * @throws {Failure} with a code of design 4 (`unavailable` when the network or the server gave no answer)
 */
export async function ask<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  context: Partial<OperationContext> = {},
): Promise<Data> {
  const result = await client()
    .query(document, variables, { requestPolicy: 'network-only', ...context })
    .toPromise();
  return dataOf(result);
}

/**
 * Changes something once.
 * @throws {Failure} as {@link ask}
 */
export async function change<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  context: Partial<OperationContext> = {},
): Promise<Data> {
  const result = await client().mutation(document, variables, context).toPromise();
  return dataOf(result);
}

function dataOf<Data>(result: {
  data?: Data | undefined;
  error?: Parameters<typeof failureOf>[0] | undefined;
}): Data {
  if (result.error !== undefined) throw failureOf(result.error);
  if (result.data === undefined) {
    throw new Failure('unavailable', 'The server gave no answer. Try again in a moment.');
  }
  return result.data;
}
