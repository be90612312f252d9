import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, DATABASE_KINDS } from '../../test/support/databases.ts';
import type { ManySpaces } from '../../test/support/many-spaces.ts';

const MANY_SPACES = fileURLToPath(new URL('../../test/support/many-spaces.ts', import.meta.url));
const BUDGET_MB = 8;
/** What is kept does not depend on the database, so the slower way to make tables has fewer of them. */
const APPS = { PGlite: 300, PostgreSQL: 90 } as const;

describe.each(DATABASE_KINDS)('many apps in a budget of 8 MB, on %s', (kind) => {
  it('take no more memory than that, give it back, and keep answering', { timeout: 120_000 }, async () => {
    const { databaseUrl, dataDir, remove } = await createTestDatabase(kind);
    try {
      const task = JSON.stringify({ databaseUrl, dataDir, apps: APPS[kind], again: 30 });
      const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', MANY_SPACES, task], {
        env: { PATH: process.env['PATH'], LIMIT_LIVE_SPACE_BYTES: String(BUDGET_MB * 1024 * 1024) },
      });
      const { start, opened, end, wrong } = JSON.parse(stdout) as ManySpaces;
      expect(wrong).toEqual([]);
      expect(opened).toHaveLength(3);
      // What an app costs is an estimate, by which this is room for some 20 of them; all 300 would take 105 MB.
      for (const heap of opened) expect(heap - start).toBeLessThan(1.5 * BUDGET_MB);
      expect(end - start).toBeLessThan(3);
    } finally {
      await remove();
    }
  });
});
