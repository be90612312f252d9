import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../test/support/databases.ts';
import type { DataPlane } from './contract.ts';
import { createDataPlane } from './plane.ts';
import type { AppModel } from './testing/edit-chain/app-model.ts';
import { KEY_KINDS } from './testing/edit-chain/app-model.ts';
import { EDIT_KINDS } from './testing/edit-chain/edits.ts';
import { runChain } from './testing/edit-chain/run-chain.ts';

/** `AML_CHAINS=1000` for a long run, and then another `AML_SEED`; the usual run has the same chains each time. */
const CHAINS = Number(process.env['AML_CHAINS'] ?? 20);
const SEED = Number(process.env['AML_SEED'] ?? 2);
/** The path of a chain that failed, as fast-check prints it, to run that one again. */
const PATH = process.env['AML_PATH'];
const EDITS = 12;

const edit = fc.record({
  kind: fc.constantFrom(...EDIT_KINDS),
  at: fc.nat(1_000),
  to: fc.nat(1_000),
  more: fc.nat(1_000),
});
const start = fc
  .tuple(fc.constantFrom(...KEY_KINDS), fc.constantFrom(...KEY_KINDS))
  .map(([first, second]): AppModel => ({
    enums: [
      { name: 'Mood', values: ['X', 'Y'] },
      { name: 'Tone', values: ['Y', 'Z', 'W'] },
    ],
    models: [first, second].map((key, i) => ({
      id: i + 1,
      name: i === 0 ? 'Ant' : 'Bee',
      was: null,
      key,
      uniques: [],
      indexes: [],
      fields: [
        ...(['String', 'Int', 'Mood'] as const).map((type, j) => ({
          id: i * 10 + j + 10,
          name: ['a', 'b', 'c'][j] ?? 'd',
          was: null,
          type,
          optional: j === i,
          list: false,
          unique: false,
          hasDefault: false,
          relation: null,
        })),
      ],
    })),
  }));

describeEachDatabase('chains of edits', (db) => {
  let plane: DataPlane;
  beforeAll(() => {
    plane = createDataPlane({ db: db(), log: pino({ level: 'error' }, process.stderr) });
  });
  afterAll(() => plane.close());

  it(
    `lose no value that was ever stored (seed ${SEED})`,
    async () => {
      let chains = 0;
      const total = { published: 0, rows: 0, refusedRows: 0, updated: 0 };
      const chain = fc.record({ start, edits: fc.array(edit, { minLength: EDITS, maxLength: EDITS + 4 }) });
      await fc.assert(
        fc.asyncProperty(chain, async (given) => {
          chains += 1;
          const id = `chain-${chains}`;
          const report = await runChain({ db: db(), plane, id }, given);
          total.published += report.published;
          total.rows += report.rows;
          total.refusedRows += report.refusedRows;
          total.updated += report.updated;
          await plane.drop(id);
        }),
        { numRuns: CHAINS, seed: SEED, endOnFailure: true, ...(PATH ? { path: PATH } : {}) },
      );
      // A generator whose edits are mostly refused would prove nothing.
      expect(total.published).toBeGreaterThan(CHAINS * 4);
      expect(total.rows).toBeGreaterThan(total.refusedRows * 3);
      expect(total.updated).toBeGreaterThan(CHAINS * 2);
      if (process.env['AML_CHAINS']) process.stdout.write(`${JSON.stringify({ chains, ...total })}\n`);
    },
    CHAINS * 20_000 + 60_000,
  );
});
