import type { Notification, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Database } from './database.ts';

const RETRY_MS = 1_000;
/** A connection can be gone without a word; so often it has to prove that it is there. */
const PROBE_MS = 5_000;

export interface Listener {
  /** Resolves once notifications of other processes are heard; at once where there is one process only. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly db: Database;
  readonly log: Logger | undefined;
  readonly channel: string;
  onPayload(payload: string): void;
  /** The connection is gone: from now until it is back nothing is heard. */
  onLost(): void;
}

/** Listens on a channel of the database, from the first `ready()` on and again after the connection was lost. */
export function listen({ db, log, channel, onPayload, onLost }: ListenOptions): Listener {
  let closed = false;
  let current: Promise<PoolClient> | null = null;
  let endProbe = (): void => {};

  async function connect(): Promise<PoolClient> {
    const client = await db.pool.connect();
    client.on('notification', (message: Notification) => {
      if (message.channel === channel) onPayload(message.payload ?? '');
    });
    let isLost = false;
    const lose = (error: Error): void => {
      if (closed || isLost) return;
      isLost = true;
      clearInterval(probe);
      log?.warn({ err: error, channel }, 'lost the connection that hears of other processes');
      current = null;
      client.release(error);
      onLost();
      reconnectSoon();
    };
    client.on('error', lose);
    const probe = setInterval(() => void prove(client, lose), PROBE_MS);
    probe.unref();
    endProbe = () => clearInterval(probe);
    await client.query(`LISTEN ${channel}`);
    return client;
  }

  async function ready(): Promise<void> {
    // The embedded database has one process, and its NOTIFY would not cross connections.
    if (db.mode === 'embedded' || closed) return;
    current ??= connect().catch((error: unknown) => {
      current = null;
      throw error;
    });
    await current;
  }

  function reconnectSoon(): void {
    setTimeout(() => void reconnect(), RETRY_MS).unref();
  }

  async function reconnect(): Promise<void> {
    try {
      await ready();
    } catch (error) {
      log?.warn({ err: error, channel }, 'no connection yet that hears of other processes');
      reconnectSoon();
    }
  }

  return {
    ready,
    async close() {
      closed = true;
      endProbe();
      const client = await current?.catch(() => null);
      current = null;
      client?.release(true);
    },
  };
}

/** Asks the connection for a word, and calls `lose` when none comes before the next time. */
async function prove(client: PoolClient, lose: (error: Error) => void): Promise<void> {
  const late = setTimeout(() => lose(new Error('The connection does not answer.')), PROBE_MS - 500);
  try {
    await client.query('SELECT 1');
  } catch (error) {
    lose(error instanceof Error ? error : new Error(String(error)));
  } finally {
    clearTimeout(late);
  }
}
