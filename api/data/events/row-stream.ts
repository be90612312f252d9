import { sessionEnded } from '../../accounts/session-ended.ts';
import { ApiError } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import type { LiveSpace } from '../space.ts';
import type { Asker } from '../asker.ts';
import type { RowEvent } from './row-events.ts';

/** What a subscription gives for one event; asking throws what ended the stream. */
export interface StreamItem<Row> {
  row(): Row;
}

export interface RowStreamOptions<Row> {
  readonly space: LiveSpace;
  readonly model: string;
  readonly address: string;
  readonly whenSessionEnds: Asker['whenSessionEnds'];
  /** The row as this subscriber may see it; null when it is none of its rows. */
  read(event: RowEvent): Promise<Row | null>;
}

/**
 * The rows of a subscription. It hears of rows from the moment it is opened, before anybody asks for the first one; it
 * ends with a sentence when the app changes, the server stops, or its reader is too slow.
 */
export async function openRowStream<Row>(
  options: RowStreamOptions<Row>,
): Promise<AsyncIterableIterator<StreamItem<Row>>> {
  const { space, model, address, whenSessionEnds, read } = options;
  const waiting: RowEvent[] = [];
  let reason: ApiError | null = null;
  let over = false;
  let wake: (() => void) | null = null;
  let release = (): void => {};
  let unsubscribe: (() => void) | null = null;

  const rouse = (): void => {
    wake?.();
    wake = null;
  };
  /** Says why once the rows before were given. */
  const endWith = (error: ApiError): void => {
    reason ??= error;
    rouse();
  };
  const end = (message: string): void => endWith(new ApiError('unavailable', message, { retryAfter: 1 }));
  // The space stays open as long as the stream.
  void space.use(() => new Promise<void>((resolve) => (release = resolve)));
  const forgetRetire = space.onRetire(() => end('The app has changed. Please subscribe again.'));
  const forgetSession = whenSessionEnds(() => {
    // Rows that are waiting are for who was signed in.
    waiting.length = 0;
    endWith(sessionEnded());
  });
  try {
    unsubscribe = await space.events.subscribe({
      spaceId: space.id,
      model,
      address,
      onRow(event) {
        if (over || reason) return;
        if (waiting.length >= LIMITS.subscriptionWaiting)
          end(
            `More than ${LIMITS.subscriptionWaiting} rows were waiting to be read. Please subscribe again.`,
          );
        else waiting.push(event);
        rouse();
      },
      onLost: () => end('New rows cannot be heard of just now. Please subscribe again.'),
    });
  } catch (error) {
    close();
    throw error;
  }

  function close(): void {
    if (over) return;
    over = true;
    forgetRetire();
    forgetSession();
    unsubscribe?.();
    waiting.length = 0;
    release();
    rouse();
  }

  async function next(): Promise<IteratorResult<StreamItem<Row>, undefined>> {
    for (;;) {
      if (over) return { done: true, value: undefined };
      const event = waiting.shift();
      if (event) {
        try {
          const row = await read(event);
          if (row !== null && !over) return { done: false, value: { row: () => row } };
        } catch (error) {
          return last(error);
        }
      } else if (reason) return last(reason);
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }

  function last(error: unknown): IteratorResult<StreamItem<Row>, undefined> {
    close();
    return {
      done: false,
      value: {
        row() {
          throw error;
        },
      },
    };
  }

  const stream: AsyncIterableIterator<StreamItem<Row>> = {
    next,
    async return() {
      close();
      return { done: true, value: undefined };
    },
    async throw(error) {
      close();
      throw error;
    },
    [Symbol.asyncIterator]: () => stream,
  };
  return stream;
}
