import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MUTANTS } from './isolation/data/mutant-list.ts';

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

it.each(MUTANTS)('the mutant $name still has its place in the source', ({ edits }) => {
  for (const { file, from } of edits) {
    const text = readFileSync(new URL(`../api/data/${file}`, import.meta.url), 'utf8');
    expect(text.split(from)).toHaveLength(2);
  }
});

it('the matrix catches a data plane that is broken on purpose', { timeout: 300_000 }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...SOME], { encoding: 'utf8' });
  expect([status, stderr], stdout).toEqual([0, '']);
  expect(stdout.trim().split('\n')).toHaveLength(SOME.length);
});
