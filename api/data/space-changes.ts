import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { listen } from '../db/listen.ts';

const CHANNEL = 'data_space_changed';

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
  const listener = listen({
    db,
    log,
    channel: CHANNEL,
    onPayload(payload) {
      const [from, spaceId] = payload.split(' ');
      if (from !== sender && spaceId !== undefined) onChange(spaceId);
    },
    onLost,
  });
  return {
    ready: () => listener.ready(),
    async notify(client, spaceId) {
      if (db.mode === 'postgres')
        await client.query('SELECT pg_notify($1, $2)', [CHANNEL, `${sender} ${spaceId}`]);
    },
    close: () => listener.close(),
  };
}
