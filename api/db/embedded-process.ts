/**
 * The process that runs the embedded database: PGlite behind a Unix socket that speaks the Postgres protocol, so
 * that the server uses the ordinary driver. It answers every `ping`, which is how the server learns that a query has
 * blocked it for good (after a full disk PGlite never returns). It ends with its server.
 */
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { lockDatabase } from './folder-lock.ts';
import { serveWire } from './wire-server.ts';

const LOCK_PATIENCE_MS = 20_000;

const [dataDir, socketPath] = process.argv.slice(2);
if (dataDir === undefined || socketPath === undefined || !process.send)
  throw new Error('The embedded database is started by its server only.');
const tell = process.send.bind(process);

process.once('disconnect', () => process.exit());
// A signal to the whole group, as Ctrl-C is, is the server's to answer: it still has requests to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

await lockDatabase(dataDir, LOCK_PATIENCE_MS);
const db = await PGlite.create(`${dataDir}/pglite`, { extensions: { pg_trgm } });
const server = await serveWire(db, socketPath);
process.on('message', (message: 'ping' | 'stop') => {
  if (message === 'ping') tell('pong');
  else void stop();
});
tell('ready');

async function stop(): Promise<void> {
  await server.close();
  await db.exec('CHECKPOINT');
  await db.close();
  process.exit();
}
