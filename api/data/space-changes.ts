import { randomUUID } from 'node:crypto';
import type { Notification, Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';

const CHANNEL = 'data_space_changed';
const RETRY_MS = 1_000;
/** A connection can be gone without a word; so often it has to prove that it is there. */
const PROBE_MS = 5_000;

export interface SpaceChanges {
  /** Resolves once changes made elsewhere are heard; a space may be cached only after that. */
  ready(): Promise<void>;
  /** Tells the other processes that a space's tables or AML changed; takes effect with the transaction. */
  notify(client: Pick<Pool | PoolClient, 'query'>, spaceId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens for changes that other processes make. While the connection is lost nothing can be heard, so then
 * `onLost` has to forget everything.
 */
export function listenForChanges(
  db: Database,
  log: Logger | undefined,
  onChange: (spaceId: string) => void,
  onLost: () => void,
): SpaceChanges {
  // Tells one's own notifications from those of others.
  const sender = randomUUID();
  let closed = false;
  let current: Promise<PoolClient> | null = null;
  let endProbe = (): void => {};

  async function connect(): Promise<PoolClient> {
    const client = await db.pool.connect();
    client.on('notification', (message: Notification) => {
      const [from, spaceId] = (message.payload ?? '').split(' ');
      if (message.channel === CHANNEL && from !== sender && spaceId !== undefined) onChange(spaceId);
    });
    let isLost = false;
    const lose = (error: Error): void => {
      if (closed || isLost) return;
      isLost = true;
      clearInterval(probe);
      log?.warn({ err: error }, 'lost the connection that hears of changed data models');
      current = null;
      client.release(error);
      onLost();
      reconnectSoon();
    };
    client.on('error', lose);
    const probe = setInterval(() => void prove(client, lose), PROBE_MS);
    probe.unref();
    endProbe = () => clearInterval(probe);
    await client.query(`LISTEN ${CHANNEL}`);
    return client;
  }

  async function ready(): Promise<void> {
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
      log?.warn({ err: error }, 'no connection yet that hears of changed data models');
      reconnectSoon();
    }
  }

  return {
    ready,
    async notify(client, spaceId) {
      // The embedded database has one process, and its NOTIFY would not cross connections.
      if (db.mode === 'postgres')
        await client.query('SELECT pg_notify($1, $2)', [CHANNEL, `${sender} ${spaceId}`]);
    },
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
