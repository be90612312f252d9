import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';

/** SQLite's result code for a file that another process holds. */
const SQLITE_BUSY = 5;

/** A lock nobody holds a reference to would be collected, and with it given back. */
const held = new Set<DatabaseSync>();

/** Thrown when another live process owns the data folder. */
export class FolderOwnedError extends StartError {
  readonly pid: string;

  constructor(folder: string, pid: string) {
    super(
      `The data folder ${folder} is in use by another process${pid ? ` (pid ${pid})` : ''}. ` +
        'Stop that one first, or start with another DATA_DIR: two processes on one embedded database would lose data.',
    );
    this.name = 'FolderOwnedError';
    this.pid = pid;
  }
}

/**
 * Takes sole ownership of a data folder; the embedded database has no lock of its own. The lock is the operating
 * system's, held through SQLite on every platform and released by the kernel when the process ends however it
 * ends: so there is no stale lock to judge and none to steal.
 * @returns a function that gives the folder back, at most once
 * @throws FolderOwnedError, or StartError when the folder cannot be used
 */
export function lockFolder(folder: string): () => void {
  try {
    return takeFolder(folder, 'owner');
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The data folder ${folder} cannot be used (DATA_DIR): ${why}.`, { cause });
  }
}

/**
 * Takes the folder for the process of the embedded database, which can outlive its server by a moment when that is
 * killed. Only the owner of the folder starts one, so that whoever still holds it serves nobody: it is killed.
 * @throws StartError when the folder does not come free within `patienceMs`
 */
export async function lockDatabase(folder: string, patienceMs: number): Promise<void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      takeFolder(folder, 'database');
      return;
    } catch (error) {
      if (!(error instanceof FolderOwnedError) || Date.now() > end) throw error;
      killLeftOver(error.pid);
    }
    await sleep(20);
  }
}

/** A pid that is not there (yet, or in another container) is none to kill; the lock says when the folder is free. */
function killLeftOver(pid: string): void {
  try {
    if (/^\d+$/.test(pid)) process.kill(Number(pid), 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function takeFolder(folder: string, name: 'owner' | 'database'): () => void {
  makeFolder(folder);
  const pidFile = join(folder, `${name}.pid`);
  const lock = new DatabaseSync(join(folder, `${name}.lock`));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; COMMIT');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new FolderOwnedError(folder, readPid(pidFile));
    }
    throw error;
  }
  held.add(lock);
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return () => {
    if (!lock.isOpen) return;
    rmSync(pidFile, { force: true });
    lock.close();
    held.delete(lock);
  };
}

/** One step at a time: Node's own recursive way never ends where the system refuses, as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** The owner's pid for the message; it is written after the lock is taken, so it may not be there yet. */
function readPid(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim();
  } catch {
    return '';
  }
}
