import { request, type IncomingHttpHeaders } from 'node:http';

/** An open stream of server-sent events, read as they come. */
export interface EventStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Data of the `next` events so far, parsed. */
  readonly events: readonly unknown[];
  /** Everything so far, pings too. */
  text(): string;
  /** Resolves when there are this many events; rejects after a while. */
  until(count: number): Promise<readonly unknown[]>;
  /** Resolves when the server ended the stream. */
  readonly ended: Promise<void>;
  /** Leaves, as a page that is closed does. */
  leave(): void;
}

export interface StreamTarget {
  readonly port: number;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST, as JSON. */
  readonly body?: object;
}

/** Opens a stream and waits for its first bytes: from then on the server listens for this client. */
export function openEventStream({ port, path, headers = {}, body }: StreamTarget): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...{ host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET' },
        headers: {
          accept: 'text/event-stream',
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (incoming) => {
        let text = '';
        const events: unknown[] = [];
        const waiters = new Set<() => void>();
        let ended = (): void => {};
        const end = new Promise<void>((done) => (ended = done));
        const stream: EventStream = {
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          events,
          text: () => text,
          until: (count) =>
            new Promise((found, failed) => {
              const late = setTimeout(
                () => failed(new Error(`${events.length} events of ${count}: ${text}`)),
                8_000,
              );
              const look = (): void => {
                if (events.length < count) return;
                clearTimeout(late);
                waiters.delete(look);
                found(events);
              };
              waiters.add(look);
              look();
            }),
          ended: end,
          leave: () => void outgoing.destroy(),
        };
        let rest = '';
        incoming.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          rest += chunk.toString();
          const blocks = rest.split('\n\n');
          rest = blocks.pop() ?? '';
          for (const block of blocks) {
            const data = /^data: ?(.+)$/m.exec(block)?.[1];
            if (data !== undefined && data !== '[DONE]') events.push(JSON.parse(data));
          }
          for (const look of waiters) look();
          resolve(stream);
        });
        incoming.on('error', () => ended());
        incoming.on('close', () => ended());
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body && JSON.stringify(body));
  });
}
