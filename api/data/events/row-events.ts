import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { listen } from '../../db/listen.ts';
import { createNotifier } from '../../db/notifier.ts';
import { createStreamCounts } from './stream-counts.ts';

const CHANNEL = 'data_row_created';

/** A row that was made and committed. */
export interface RowEvent {
  readonly spaceId: string;
  readonly model: string;
  /** The values of its key as JSON, in the key's order. */
  readonly key: readonly unknown[];
  /** What was read of the row for this event, so that subscribers with one question share one answer. */
  readonly reads: Map<string, Promise<unknown>>;
}

export interface Subscriber {
  readonly spaceId: string;
  readonly model: string;
  /** Where the subscriber is, for the limit on open streams. */
  readonly address: string;
  onRow(event: RowEvent): void;
  /** Rows may be missed from now on: the stream has to end, so that its client asks anew. */
  onLost(): void;
}

export interface RowEvents {
  /** Tells of a committed row, here and in the other processes. */
  created(spaceId: string, model: string, key: readonly unknown[]): void;
  /**
   * Once this resolves no row that is committed from then on is missed.
   * @throws ApiError rate_limited for too many open streams
   */
  subscribe(subscriber: Subscriber): Promise<() => void>;
  /** Ends every stream, as for a lost connection: the server is about to stop. */
  end(): void;
  close(): Promise<void>;
}

/** New rows on their way to subscriptions: in this process at once, to others by LISTEN and NOTIFY. */
export function createRowEvents(db: Database, log: Logger | undefined): RowEvents {
  // Tells one's own notifications from those of others.
  const sender = randomUUID();
  const subscribers = new Set<Subscriber>();
  const counts = createStreamCounts();
  const notifier = createNotifier(db, CHANNEL, log);
  const listener = listen({
    db,
    log,
    channel: CHANNEL,
    onPayload(payload) {
      const [from, spaceId, model, ...key] = JSON.parse(payload) as [string, string, string, ...unknown[]];
      if (from !== sender) tell(spaceId, model, key);
    },
    onLost: end,
  });

  function end(): void {
    for (const subscriber of subscribers) subscriber.onLost();
  }

  function tell(spaceId: string, model: string, key: readonly unknown[]): void {
    const event: RowEvent = { spaceId, model, key, reads: new Map() };
    for (const subscriber of subscribers)
      if (subscriber.spaceId === spaceId && subscriber.model === model) subscriber.onRow(event);
  }

  return {
    created(spaceId, model, key) {
      tell(spaceId, model, key);
      notifier.send(JSON.stringify([sender, spaceId, model, ...key]));
    },
    async subscribe(subscriber) {
      const uncount = counts.open(subscriber.spaceId, subscriber.address);
      const leave = (): void => {
        uncount();
        subscribers.delete(subscriber);
      };
      subscribers.add(subscriber);
      try {
        await listener.ready();
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
    end,
    async close() {
      await listener.close();
      await notifier.close();
    },
  };
}
