import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
/** At the end of the process: in production graphql-js does not look whether a value comes from a second copy of it. */
const AT_EXIT = `
  import { createRequire } from 'node:module';
  process.on('exit', () => {
    const { isScalarType } = createRequire(${JSON.stringify(MAIN)})('graphql');
    class GraphQLScalarType {}
    process.stdout.write('looked: ' + isScalarType(new GraphQLScalarType()));
  });`;

it('the server runs its libraries as in production, unless it is told otherwise', { timeout: 60_000 }, () => {
  // A setting that stops the start, after all is loaded.
  const run = (env: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(AT_EXIT)}`, MAIN], {
      env: { PATH: process.env['PATH'], PORT: 'none', ...env },
      encoding: 'utf8',
    });
  expect(run({}).stdout).toContain('looked: false');
  expect(run({ NODE_ENV: 'development' }).stderr).toContain('another module or realm');
});
