import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { lockFolder } from './folder-lock.ts';
import { StartError } from '../start-error.ts';
import { PrismaClient } from './generated/client.ts';
import { migrate } from './migrate.ts';

const POOL_SIZE = 10;
const READY_TIMEOUT_MS = 2_000;

export interface OpenDatabaseOptions {
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly log: Logger;
  /** How long a query may block the embedded database before its process is replaced. */
  readonly heartbeatLimitMs?: number;
}

/**
 * Opens the database that the configuration names, brings its tables up to date and returns the one handle of this
 * process (design 2 and 13).
 * @throws FolderOwnedError when another process owns the embedded folder
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  log,
  heartbeatLimitMs,
}: OpenDatabaseOptions): Promise<Database> {
  if (databaseUrl !== null) {
    const settings = { connectionString: databaseUrl, ...SERVER_LIMITS };
    return connect('postgres', settings, log, async () => {}).catch((error: unknown) => {
      throw explain(error);
    });
  }
  const unlock = lockFolder(dataDir);
  try {
    const server = await startEmbedded(dataDir, log, heartbeatLimitMs);
    const settings = { host: server.socketFolder, user: 'postgres', database: 'postgres' };
    const db = await connect('embedded', settings, log, async () => {
      await server.stop();
      unlock();
    });
    server.guard();
    return db;
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Limits that a real server enforces; the embedded one ignores them (milliseconds). */
const SERVER_LIMITS = {
  statement_timeout: 8_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 15_000,
  // The client library writes times without a zone: they are UTC whatever the server's own zone is.
  options: '-c TimeZone=UTC',
};

async function connect(
  mode: Database['mode'],
  settings: pg.PoolConfig,
  log: Logger,
  afterClose: () => Promise<void>,
): Promise<Database> {
  const pool = new pg.Pool({ ...settings, max: POOL_SIZE, connectionTimeoutMillis: 5_000 });
  // Every app's client shares this pool and listens on it.
  pool.setMaxListeners(0);
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  const adapter = new PrismaPg(pool);
  const prisma = new PrismaClient({ adapter });
  const close = async (): Promise<void> => {
    await prisma.$disconnect();
    await pool.end();
    await afterClose();
  };
  try {
    const applied = await migrate(pool);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
  } catch (error) {
    await close();
    throw error;
  }
  return { mode, prisma, pool, adapter, isReady: () => isReady(pool), close };
}

/** What is wrong with DATABASE_URL, where that is what stops the start; its password is in no sentence. */
function explain(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isAboutAddress =
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|28P01|28000|3D000|42501)$/.test(code);
  if (!isAboutAddress || !(error instanceof Error)) return error;
  return new StartError(`The database behind DATABASE_URL cannot be used: ${error.message || code}.`, {
    cause: error,
  });
}

async function isReady(pool: pg.Pool): Promise<boolean> {
  const abort = new AbortController();
  const answer = pool.query('SELECT 1').then(
    () => true,
    () => false,
  );
  const late = sleep(READY_TIMEOUT_MS, false, { signal: abort.signal }).catch(() => false);
  const ready = await Promise.race([answer, late]);
  abort.abort();
  return ready;
}
