import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('isolation/data/mutants.ts', import.meta.url));

/** Those that are caught early, one of each sort; `node test/isolation/data/mutants.ts` takes all. */
const SOME = [
  'as-it-is',
  'filter-without-scope',
  'one-row-by-key-alone',
  'update-by-key-alone',
  'related-lists-without-scope',
  'aggregate-unscoped',
  'events-of-all-apps',
  'space-of-the-last-opened',
];

it('the matrix catches a data plane that is broken on purpose', { timeout: 300_000 }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...SOME], { encoding: 'utf8' });
  expect([status, stderr], stdout).toEqual([0, '']);
  expect(stdout.trim().split('\n')).toHaveLength(SOME.length);
});
