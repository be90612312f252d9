import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

const STAMP = join(ROOT, 'node_modules', '.lock-hash');

/** Installs exactly what the lock file names, when that is not what is there. */
export function prepareDependencies() {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return;
  console.log('Installing dependencies (first start, or the lock file changed) …');
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  const options = {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: !npm && process.platform === 'win32',
  };
  const { status } = spawnSync(
    command,
    [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
    options,
  );
  if (status !== 0) throw new Error('The dependencies could not be installed; npm says why above.');
  writeFileSync(STAMP, lock);
}
