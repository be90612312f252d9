import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GraphQLSchema } from 'graphql';
import { printSchema } from 'graphql';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { irOf } from '../corpus/places.ts';
import { readCorpus } from '../corpus/read-corpus.ts';
import { typeErrors } from '../corpus/type-errors.ts';
import { emitPothosSource } from './pothos-source.ts';
import { emitSdl } from './sdl.ts';

const AS_JAVASCRIPT = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext };
/** Where the source finds the packages that it imports. */
const cache = join(import.meta.dirname, '../../node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'aml-'));
afterAll(() => rmSync(folder, { recursive: true }));

let number = 0;

/** Runs emitted source as a program of its own would. */
async function run(source: string): Promise<GraphQLSchema> {
  const path = join(folder, `${number++}.mjs`);
  writeFileSync(path, ts.transpileModule(source, { compilerOptions: AS_JAVASCRIPT }).outputText);
  const emitted = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as {
    buildSchema(resolvers: object): GraphQLSchema;
  };
  return emitted.buildSchema({});
}

const corpus = [...readCorpus('prisma'), ...readCorpus('aml')];

describe('the Pothos source of an app', () => {
  it.each(corpus)('$file prints the SDL of the run-time schema', async ({ source }) => {
    for (const caller of ['owner', 'anyone'] as const) {
      const options = { name: 'corpus', caller };
      const ir = irOf(source);
      const sdl = emitSdl(ir, options);
      if (sdl.startsWith('#')) continue;
      expect(`${printSchema(await run(emitPothosSource(ir, options)))}\n`).toBe(sdl);
    }
  });

  it('type-checks', { timeout: 60_000 }, () => {
    const all = corpus
      .filter(
        ({ file }) =>
          file === 'prisma/types.prisma' || file === 'prisma/shop.prisma' || file === 'aml/validators.aml',
      )
      .map(({ source }) => emitPothosSource(irOf(source), { name: 'corpus', caller: 'owner' }));
    for (const source of all) {
      const path = join(folder, 'checked.ts');
      writeFileSync(path, source);
      expect(typeErrors(path)).toEqual([]);
    }
    expect(all.length).toBe(3);
  });
});
