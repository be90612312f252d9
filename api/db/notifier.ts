import type { Logger } from 'pino';
import type { Database } from './database.ts';

/** What one statement sends at most. */
const BATCH = 500;
/** Postgres takes payloads below 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;

export interface Notifier {
  send(payload: string): void;
  /** Waits for what is on its way. */
  close(): Promise<void>;
}

/**
 * Sends notifications to the other processes, one statement at a time with all that came together meanwhile: a writer
 * never waits for it, and many writers cost few statements.
 */
export function createNotifier(db: Database, channel: string, log: Logger | undefined): Notifier {
  const queue: string[] = [];
  let sending: Promise<void> | null = null;

  async function sendAll(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH);
      try {
        await db.pool.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
          channel,
          batch,
        ]);
      } catch (error) {
        log?.warn({ err: error, channel, count: batch.length }, 'other processes were not told');
      }
    }
    sending = null;
  }

  return {
    send(payload) {
      // The embedded database has this one process.
      if (db.mode === 'embedded') return;
      if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) {
        log?.warn(
          { channel },
          'a row with a key of several thousand characters is told of in this process only',
        );
        return;
      }
      queue.push(payload);
      sending ??= sendAll();
    },
    async close() {
      await sending;
    },
  };
}
