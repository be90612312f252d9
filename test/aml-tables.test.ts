import fc from 'fast-check';
import { compile } from '@platform/aml-compiler';
import type { Ir } from '@platform/aml-compiler';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edited } from '../aml-compiler/corpus/edits.ts';
import { randomModels } from '../aml-compiler/corpus/random-models.ts';
import { readCorpus } from '../aml-compiler/corpus/read-corpus.ts';
import { RUNS, timeFor } from '../aml-compiler/corpus/runs.ts';
import { emitSqlScript, physicalNamesOf } from '../aml-compiler/emit/sql-script.ts';
import type { DataPlane } from '../api/data/contract.ts';
import { createDataPlane } from '../api/data/plane.ts';
import { schemaName } from '../api/data/space-name.ts';
import { describeEachDatabase } from './support/databases.ts';
import { expectedTables } from './support/expected-tables.ts';
import { readTables } from './support/read-tables.ts';

/** Each case makes and drops a schema, so a long run has a fiftieth of the cases of a compiler's property. */
const runs = Math.ceil(RUNS / 50);
const corpus = [...readCorpus('prisma'), ...readCorpus('aml')];

describeEachDatabase('the tables of an app', (db) => {
  let plane: DataPlane;
  let cases = 0;
  beforeAll(() => {
    plane = createDataPlane({ db: db() });
  });
  afterAll(() => plane.close());

  /** Applies the emitted script and compares the database's catalog with the IR, exactly. */
  async function scriptMakesThem(ir: Ir): Promise<void> {
    const name = `proof it's "${cases++}`;
    const names = physicalNamesOf(ir, { name, caller: 'owner' });
    try {
      await db().pool.query(emitSqlScript(ir, { name, caller: 'owner' }));
      expect(await readTables(db().pool, names.schema)).toEqual(expectedTables(ir, names, name));
    } finally {
      await db().pool.query(`ROLLBACK; DROP SCHEMA IF EXISTS "${names.schema}" CASCADE`);
    }
  }

  /** Provisions as the server does and compares with the same IR. */
  async function serverMakesThem(aml: string, ir: Ir): Promise<void> {
    const id = `proof-${cases++}`;
    const names = { ...physicalNamesOf(ir, { name: id, caller: 'owner' }), schema: schemaName(id) };
    try {
      await plane.apply({ id, aml });
      expect(await readTables(db().pool, names.schema)).toEqual(expectedTables(ir, names, id));
    } finally {
      await plane.drop(id);
    }
  }

  it.each(corpus)('are what $file names, by script and by the server', async ({ source }) => {
    const { ir } = compile(source);
    if (ir === null) throw new Error('The corpus is right.');
    if (ir.models.length === 0) return;
    await scriptMakesThem(ir);
    await serverMakesThem(source, ir);
  });

  describe('of random models', { timeout: timeFor(runs * 5) }, () => {
    it.each([
      ['random models', randomModels],
      ['edits of the corpus', edited],
    ])('are what the IR names: %s', async (name, sources) => {
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(
          sources.filter((source) => isNew(source, seen)),
          async (source) => {
            const { ir } = compile(source);
            if (ir === null) return;
            await scriptMakesThem(ir);
            await serverMakesThem(source, ir);
          },
        ),
        { numRuns: runs },
      );
      console.warn(`${name}: ${seen.size} different models`);
    });
  });
});

/** Accepted, with a model, and not one that differs from an earlier one only in its layout. */
function isNew(source: string, seen: Set<string>): boolean {
  const { ir } = compile(source);
  const key = JSON.stringify(ir);
  if (ir === null || ir.models.length === 0 || seen.has(key)) return false;
  seen.add(key);
  return true;
}
