/**
 * The thread that runs the embedded database: PGlite behind a Unix socket that speaks the Postgres protocol, so
 * that the rest of the process uses the ordinary driver. It answers every `ping`, which is how the main thread
 * learns that a query has blocked it for good (after a full disk PGlite never returns).
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { serveWire } from './wire-server.ts';

export interface EmbeddedWorkerData {
  readonly dataDir: string;
  readonly socketPath: string;
}

const { dataDir, socketPath } = workerData as EmbeddedWorkerData;
if (!parentPort) throw new Error('The embedded database runs in a worker thread only.');
const port = parentPort;

const db = await PGlite.create(dataDir, { extensions: { pg_trgm } });
const server = await serveWire(db, socketPath);
port.on('message', (message: 'ping' | 'stop') => {
  if (message === 'ping') port.postMessage('pong');
  else void stop();
});
port.postMessage('ready');

async function stop(): Promise<void> {
  await server.close();
  await db.exec('CHECKPOINT');
  await db.close();
  port.postMessage('stopped');
  port.close();
}
