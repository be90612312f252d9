import type { AnyVariables, TypedDocumentNode } from '@urql/core';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { print } from 'graphql';
import { Failure } from './failure.ts';

/** The server says something at least every 12 seconds; a connection that is silent for longer is gone. */
const SILENCE = 30_000;

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
}

/**
 * The answers of a subscription, over server-sent events, until the server ends it or the signal is aborted.
 * @throws {Failure} with a code of design 4; `unavailable` when the connection is lost
 */
export async function* listen<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { token, signal }: { readonly token: string | null; readonly signal: AbortSignal },
): AsyncGenerator<Data, void> {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), SILENCE);
  };
  heard();
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query: print(document), variables }),
      signal: AbortSignal.any([signal, silent.signal]),
    });
    if (response.body === null) throw lost();
    const hearing = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        heard();
        controller.enqueue(chunk);
      },
    });
    const events = response.body
      .pipeThrough(hearing)
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    const reader = events.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || value.event === 'complete') return;
      if (value.event === 'next') yield dataOf(JSON.parse(value.data) as Answer<Data>);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (!signal.aborted) throw lost();
  } finally {
    clearTimeout(timer);
    silent.abort();
  }
}

function dataOf<Data>({ data, errors }: Answer<Data>): Data {
  const [first] = errors ?? [];
  if (first !== undefined) {
    const code = first.extensions?.['code'];
    throw new Failure(typeof code === 'string' ? code : 'internal', first.message, first.extensions);
  }
  if (data === undefined || data === null) throw lost();
  return data;
}

function lost(): Failure {
  return new Failure('unavailable', 'The connection was lost.');
}
