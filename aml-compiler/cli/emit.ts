import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compile } from '../compile.ts';
import { EMITTERS } from '../emit/all.ts';
import type { Command } from './command.ts';
import { UsageError, human } from './command.ts';
import { readSource } from './read-source.ts';

/** `aml emit`: writes all that is made from a model into a folder, and names the files. */
export const emit: Command = {
  options: ['out', 'as'],
  async run(files, { out, as }, surroundings) {
    const [file] = files;
    if (file === undefined || files.length > 1) throw new UsageError('emit takes one file.');
    if (out === null) throw new UsageError('emit needs --out DIR.');
    if (as !== 'owner' && as !== 'anyone') throw new UsageError('--as is owner or anyone.');
    const { ir, diagnostics } = compile(await readSource(file, surroundings));
    surroundings.err(human(file, diagnostics));
    if (ir === null) return 1;
    if (ir.models.length === 0) {
      surroundings.err(`${file} has no model, so there is nothing to emit. Write \`model Task {\` first.\n`);
      return 1;
    }
    const name = file === '-' ? 'app' : basename(file).replace(/\.[a-z]+$/i, '');
    for (const emitter of EMITTERS) {
      const path = join(out, emitter.file);
      write(out, path, emitter.emit(ir, { name, caller: as }));
      surroundings.out(`${path}\n`);
    }
    return 0;
  },
};

function write(folder: string, path: string, text: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
