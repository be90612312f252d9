import type { Compilation } from '../compile.ts';
import { compile } from '../compile.ts';
import type { Command } from './command.ts';
import { UsageError, human } from './command.ts';
import { readSource } from './read-source.ts';

/** `aml check`: prints every mistake; 1 when a file has errors. */
export const check: Command = {
  options: ['json'],
  async run(files, { json }, surroundings) {
    if (files.length === 0) throw new UsageError('no file to check.');
    const results: ({ readonly file: string } & Pick<Compilation, 'ok' | 'diagnostics'>)[] = [];
    for (const file of files) {
      const { ok, diagnostics } = compile(await readSource(file, surroundings));
      results.push({ file, ok, diagnostics });
    }
    surroundings.out(
      json
        ? `${JSON.stringify(results, null, 2)}\n`
        : results.map(({ file, diagnostics }) => human(file, diagnostics)).join(''),
    );
    return results.every(({ ok }) => ok) ? 0 : 1;
  },
};
