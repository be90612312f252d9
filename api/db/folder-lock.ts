import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-error.ts';

/** SQLite's result code for a file that another process holds. */
const SQLITE_BUSY = 5;

/** A lock nobody holds a reference to would be collected, and with it given back. */
const held = new Set<DatabaseSync>();

/** Thrown when another live process owns the data folder. */
export class FolderOwnedError extends StartError {
  constructor(folder: string, pid: string) {
    super(
      `The data folder ${folder} is in use by another process${pid ? ` (pid ${pid})` : ''}. ` +
        'Stop that one first, or start with another DATA_DIR: two processes on one embedded database would lose data.',
    );
    this.name = 'FolderOwnedError';
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
    return takeFolder(folder);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The data folder ${folder} cannot be used (DATA_DIR): ${why}.`, { cause });
  }
}

function takeFolder(folder: string): () => void {
  makeFolder(folder);
  const pidFile = join(folder, 'owner.pid');
  const lock = new DatabaseSync(join(folder, 'owner.lock'));
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
