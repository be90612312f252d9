import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { EmbeddedWorkerData } from './embedded-worker.ts';

const START_TIMEOUT_MS = 60_000;
const HEARTBEAT_MS = 1_000;
/** A query may keep the thread busy this long before it counts as blocked for good. */
const HEARTBEAT_LIMIT_MS = 15_000;
const STOP_TIMEOUT_MS = 10_000;
/** The system's limit on a socket's path is 108 bytes, the final zero included. */
const SOCKET_PATH_BYTES = 107;
const SOCKET_NAME = '.s.PGSQL.5432';

/** The embedded database server. `socketFolder` is what the driver takes as `host`. */
export interface EmbeddedDatabase {
  readonly socketFolder: string;
  /** From now on a thread that does not answer is replaced; before, a migration may take as long as it needs. */
  guard(): void;
  stop(): Promise<void>;
}

/**
 * Starts PGlite in a worker thread behind a Unix socket inside `dataDir`. When the thread dies or stops answering
 * (design 13: fail-stop) it is replaced by a new one on the same folder; meanwhile connections are refused, which
 * callers see as `unavailable`. Nothing acknowledged is lost: what was committed is in the files.
 */
export async function startEmbedded(
  dataDir: string,
  log: Logger,
  heartbeatLimitMs = HEARTBEAT_LIMIT_MS,
): Promise<EmbeddedDatabase> {
  const socketFolder = chooseSocketFolder(dataDir);
  const data: EmbeddedWorkerData = {
    dataDir: join(dataDir, 'pglite'),
    socketPath: join(socketFolder, SOCKET_NAME),
  };
  let stopping = false;
  let guarded = false;
  let restarts = 0;
  /** Resolves when the present thread is gone. */
  let ended: Promise<void> = Promise.resolve();
  let worker = await launch();

  async function launch(): Promise<Worker> {
    rmSync(data.socketPath, { force: true });
    const thread = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: data });
    await expectMessage(thread, 'ready', START_TIMEOUT_MS);
    thread.on('error', (error) => log.error({ err: error }, 'embedded database thread failed'));
    ended = new Promise((resolve) => {
      thread.once('exit', (code) => {
        resolve();
        void revive(`ended with code ${code}`);
      });
    });
    if (guarded) watch(thread);
    return thread;
  }

  function watch(thread: Worker): void {
    let answered = Date.now();
    thread.on('message', (message) => {
      if (message === 'pong') answered = Date.now();
    });
    const timer = setInterval(() => {
      if (Date.now() - answered > heartbeatLimitMs) {
        clearInterval(timer);
        log.error('embedded database stopped answering; replacing its thread');
        void thread.terminate();
      } else thread.postMessage('ping');
    }, HEARTBEAT_MS);
    timer.unref();
    thread.once('exit', () => clearInterval(timer));
  }

  async function revive(reason: string): Promise<void> {
    if (stopping) return;
    restarts += 1;
    log.warn({ restarts }, `embedded database ${reason}; starting it again`);
    try {
      worker = await launch();
    } catch (error) {
      log.error({ err: error }, 'embedded database did not start again; trying once more in a second');
      setTimeout(() => void revive('is still down'), 1_000).unref();
    }
  }

  return {
    socketFolder,
    guard() {
      guarded = true;
      watch(worker);
    },
    async stop() {
      stopping = true;
      worker.postMessage('stop');
      const late = setTimeout(() => void worker.terminate(), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(late);
      rmSync(data.socketPath, { force: true });
      if (!socketFolder.startsWith(dataDir)) rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

function chooseSocketFolder(dataDir: string): string {
  const inside = join(dataDir, 'socket');
  if (Buffer.byteLength(join(inside, SOCKET_NAME)) <= SOCKET_PATH_BYTES) {
    mkdirSync(inside, { recursive: true, mode: 0o700 });
    return inside;
  }
  return mkdtempSync(join(tmpdir(), 'db-'));
}

function expectMessage(worker: Worker, expected: string, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => settle(new Error('The embedded database did not start in time.')),
      timeoutMs,
    );
    const onMessage = (message: unknown): void => {
      if (message === expected) settle(null);
    };
    const onExit = (code: number): void =>
      settle(new Error(`The embedded database ended at start (code ${code}).`));
    const settle = (error: Error | null): void => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('exit', onExit);
      worker.off('error', settle);
      if (!error) return resolve();
      reject(error);
      void worker.terminate();
    };
    worker.on('message', onMessage);
    worker.on('exit', onExit);
    worker.on('error', settle);
  });
}
