import { writeFileSync } from 'node:fs';
import { format } from '../format/format.ts';
import type { Command } from './command.ts';
import { UsageError, human } from './command.ts';
import { readSource } from './read-source.ts';

/**
 * `aml fmt`: lays files out in place and prints the names of those that changed; `-` goes from standard input to
 * standard output. With `--check` nothing is written. 1 for mistakes of syntax, or when `--check` finds a difference.
 */
export const fmt: Command = {
  options: ['check'],
  async run(files, { check }, surroundings) {
    if (files.length === 0) throw new UsageError('no file to format.');
    let failed = false;
    for (const file of files) {
      const source = await readSource(file, surroundings);
      const { text, diagnostics } = format(source);
      const changed = text !== null && text !== source;
      if (text === null) surroundings.err(human(file, diagnostics));
      else if (file === '-' && !check) surroundings.out(text);
      else if (changed) surroundings.out(`${file}\n`);
      if (changed && file !== '-' && !check) write(file, text);
      failed ||= text === null || (check && changed);
    }
    return failed ? 1 : 0;
  },
};

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
