import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

const PROGRAM = fileURLToPath(new URL('./embedded-process.ts', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const HEARTBEAT_MS = 1_000;
/** A query may keep the process busy this long before it counts as blocked for good. */
const HEARTBEAT_LIMIT_MS = 15_000;
const STOP_TIMEOUT_MS = 10_000;
/** The system's limit on a socket's path is 108 bytes, the final zero included. */
const SOCKET_PATH_BYTES = 107;
const SOCKET_NAME = '.s.PGSQL.5432';

/** A message that a process which has just died did not get needs no word: its end is told. */
const NOTHING = (): void => {};

/** The embedded database server. `socketFolder` is what the driver takes as `host`. */
export interface EmbeddedDatabase {
  readonly socketFolder: string;
  /** From now on a process that does not answer is replaced; before, a migration may take as long as it needs. */
  guard(): void;
  stop(): Promise<void>;
}

/**
 * Starts PGlite in a process of its own behind a Unix socket inside `dataDir`. When the process dies or stops
 * answering (design 13: fail-stop) it is replaced by a new one on the same folder; meanwhile connections are refused,
 * which callers see as `unavailable`. Nothing acknowledged is lost: what was committed is in the files.
 */
export async function startEmbedded(
  dataDir: string,
  log: Logger,
  heartbeatLimitMs = HEARTBEAT_LIMIT_MS,
): Promise<EmbeddedDatabase> {
  const socketFolder = chooseSocketFolder(dataDir);
  const socketPath = join(socketFolder, SOCKET_NAME);
  let stopping = false;
  let guarded = false;
  let restarts = 0;
  /** Resolves when the present process is gone. */
  let ended: Promise<void> = Promise.resolve();
  let child = await launch();

  async function launch(): Promise<ChildProcess> {
    rmSync(socketPath, { force: true });
    const started = fork(PROGRAM, [dataDir, socketPath], {
      // What the server was told to load or to measure is not for its database.
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await expectMessage(started, 'ready', START_TIMEOUT_MS);
    started.on('error', (error) => log.error({ err: error }, 'embedded database process failed'));
    ended = new Promise((resolve) => {
      started.once('exit', (code, signal) => {
        resolve();
        void revive(`ended with ${signal ?? `code ${code}`}`);
      });
    });
    if (guarded) watch(started);
    return started;
  }

  function watch(watched: ChildProcess): void {
    let answered = Date.now();
    watched.on('message', (message) => {
      if (message === 'pong') answered = Date.now();
    });
    const timer = setInterval(() => {
      if (Date.now() - answered > heartbeatLimitMs) {
        clearInterval(timer);
        log.error('embedded database stopped answering; replacing its process');
        watched.kill('SIGKILL');
      } else if (watched.connected) watched.send('ping', NOTHING);
    }, HEARTBEAT_MS);
    timer.unref();
    watched.once('exit', () => clearInterval(timer));
  }

  async function revive(reason: string): Promise<void> {
    if (stopping) return;
    restarts += 1;
    log.warn({ restarts }, `embedded database ${reason}; starting it again`);
    try {
      child = await launch();
      if (stopping) child.kill('SIGKILL');
    } catch (error) {
      log.error({ err: error }, 'embedded database did not start again; trying once more in a second');
      setTimeout(() => void revive('is still down'), 1_000).unref();
    }
  }

  return {
    socketFolder,
    guard() {
      guarded = true;
      watch(child);
    },
    async stop() {
      stopping = true;
      if (child.connected) child.send('stop', NOTHING);
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(late);
      rmSync(socketPath, { force: true });
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

function expectMessage(child: ChildProcess, expected: string, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => settle(new Error('The embedded database did not start in time.')),
      timeoutMs,
    );
    const onMessage = (message: unknown): void => {
      if (message === expected) settle(null);
    };
    const onExit = (code: number | null, signal: string | null): void =>
      settle(new Error(`The embedded database ended at start (${signal ?? `code ${code}`}).`));
    const settle = (error: Error | null): void => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      child.off('error', settle);
      if (!error) return resolve();
      reject(error);
      child.kill('SIGKILL');
    };
    child.on('message', onMessage);
    child.on('exit', onExit);
    child.on('error', settle);
  });
}
