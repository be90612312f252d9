import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { Mutant } from './mutant-list.ts';

const DATA = pathToFileURL(join(import.meta.dirname, '../../../api/data/')).href;

/**
 * Lets `api/data` be loaded anew with one change in its text: `plane.ts?mutant=NAME` gives a module, and all of
 * `api/data` that it imports, of its own. Everything else stays the one that is loaded already.
 */
export function loadMutants(mutants: readonly Mutant[]): void {
  const byName = new Map(mutants.map((mutant) => [mutant.name, mutant]));
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const mutant = /\?mutant=[\w-]+$/.exec(context.parentURL ?? '')?.[0];
      if (mutant === undefined || !found.url.startsWith(DATA)) return found;
      return { ...found, url: `${found.url}${mutant}` };
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const [, path, name] = /^(.+)\?mutant=([\w-]+)$/.exec(url) ?? [];
      const edits = byName.get(name ?? '')?.edits.filter(({ file }) => path === `${DATA}${file}`) ?? [];
      return edits.reduce((done, { file, from, to }) => {
        const text = String(done.source);
        if (text.split(from).length !== 2)
          throw new Error(`Mutant ${name}: its text is not in ${file} exactly once. Change the mutant.`);
        return { ...done, source: text.replace(from, () => to) };
      }, loaded);
    },
  });
}
