import { EventSourceParserStream } from 'eventsource-parser/stream';
import { placeAddress } from '#lib/data/place-address.ts';
import type { Place } from '#lib/data/model.ts';
import { Failure } from '#lib/graphql/failure.ts';
import { session } from '#lib/session.svelte.ts';

export interface Operation {
  readonly query: string;
  readonly variables?: unknown;
  readonly operationName?: string;
}

/** What came back: one JSON answer, or events that keep coming (each the JSON text of one result). */
export type Answer =
  | { readonly kind: 'json'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'events'; readonly events: AsyncIterable<string> };

interface Post {
  readonly operation: Operation;
  /** A subscription is answered as server-sent events. */
  readonly events?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Asks the owner's GraphQL of a space (docs/app-graphql.md). The token goes in a header, which EventSource could not do.
 * @throws Failure unavailable; what `signal` is aborted with
 */
export async function postOperation(place: Place, { operation, events, signal }: Post): Promise<Answer> {
  const { token } = session;
  let answer: Response;
  try {
    answer = await fetch(`${placeAddress(place)}/graphql`, {
      method: 'POST',
      headers: {
        accept: events === true ? 'text/event-stream, application/json' : 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${token ?? ''}`,
      },
      body: JSON.stringify(operation),
      ...(signal && { signal }),
    });
  } catch (thrown) {
    signal?.throwIfAborted();
    throw unanswered(thrown);
  }
  // The session ended elsewhere: the page finds out, and leads to signing in and back.
  if (answer.status === 401 && token === session.token) void session.check();
  if (answer.body && answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    return { kind: 'events', events: resultsOf(answer.body) };
  }
  try {
    return { kind: 'json', status: answer.status, body: (await answer.json()) as unknown };
  } catch (thrown) {
    signal?.throwIfAborted();
    throw unanswered(thrown);
  }
}

/** Results of a stream until the server says `complete`. @throws Failure unavailable when the connection ends before */
async function* resultsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw unanswered(null);
      if (value.event === 'complete') return;
      if (value.event === 'next') yield value.data;
    }
  } finally {
    await reader.cancel();
  }
}

function unanswered(cause: unknown): Failure {
  const failure = new Failure(
    'unavailable',
    'The server did not answer. Check your connection and try again.',
  );
  failure.cause = cause;
  return failure;
}
