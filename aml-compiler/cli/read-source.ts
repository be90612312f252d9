import { readFileSync } from 'node:fs';
import type { Surroundings } from './command.ts';
import { UsageError } from './command.ts';

/**
 * The text of a file; `-` is standard input.
 * @throws UsageError when the file cannot be read
 */
export async function readSource(file: string, { readInput }: Surroundings): Promise<string> {
  try {
    return file === '-' ? await readInput() : readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
