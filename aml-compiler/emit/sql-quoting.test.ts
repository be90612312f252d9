import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../compile.ts';
import { irOf } from '../corpus/places.ts';
import { randomModels } from '../corpus/random-models.ts';
import { readCorpus } from '../corpus/read-corpus.ts';
import { RUNS, timeFor } from '../corpus/runs.ts';
import type { Catalog } from '../evolution/catalog.ts';
import { planEvolution } from '../evolution/plan.ts';
import type { Counts } from '../evolution/step.ts';
import { countKey } from '../evolution/step.ts';
import type { Ir } from '../ir.ts';
import { emitCount } from './sql-count.ts';
import { emitSqlScript } from './sql-script.ts';
import { emitLock, emitStep } from './sql.ts';

const TARGET = { schema: 'app', scope: `it's; DROP TABLE "x" -- \\` };

/** Every word that may stand outside of quotes: SQL of ours, and names of functions and types of PostgreSQL. */
const WORDS = new Set(
  (
    `ADD ALTER AND ARRAY AS ASC AT BEGIN BETWEEN BY CASCADE CASE CHECK COLUMN COMMIT CONSTRAINT CREATE CURRENT_TIMESTAMP
    DEFAULT DELETE DESC DROP ELSE END EXCLUSIVE EXISTS FOREIGN FROM GENERATED GROUP HAVING IDENTITY IF IN INDEX IS KEY
    LOCK MODE NO NOT NULL ACTION ON OR ORDER OVER PRIMARY REFERENCES RENAME RESTRICT ROW SCHEMA SELECT SET SHARE TABLE
    THEN TO TYPE UNIQUE UPDATE USING VALID VALIDATE WHEN WHERE TIME ZONE ` +
    `abs bigint boolean cardinality clock_timestamp coalesce count ctid double precision gen_random_uuid greatest integer
    jsonb jsonb_typeof max md5 numeric pg_get_serial_sequence random row_number setval substr sum text timestamp to_char
    to_jsonb trunc with time zone true false E e300`
  ).split(/\s+/),
);

/** What is left of SQL without quoted names and texts; throws when a quote stays open. */
function outsideQuotes(sql: string): string {
  const rest = sql.replace(/"(?:[^"]|"")*"|\bE'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'/gs, ' ');
  if (/["'\\]|--|\/\*/.test(rest)) throw new Error(`A quote stays open in ${sql}`);
  return rest;
}

function strangeWords(sql: string): string[] {
  return (outsideQuotes(sql).match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []).filter((word) => !WORDS.has(word));
}

/** Every statement of a change from one model to another, whatever the rows: without any, and with rows in the way. */
function statements(catalog: Catalog | null, ir: Ir): string[] {
  const found: string[] = [];
  const counts = new Map<string, number>();
  for (let round = 0; round < 12; round++) {
    const { missing, steps } = planEvolution(catalog, ir, counts satisfies Counts);
    found.push(...steps.flatMap((step) => emitStep(step, TARGET)));
    if (missing.length === 0) return found;
    for (const request of missing) {
      if (request.kind !== 'mismatches') found.push(emitCount(request, TARGET));
      counts.set(countKey(request), request.kind === 'rows' ? 5 : round % 2);
    }
  }
  throw new Error('The plan does not settle.');
}

describe('SQL', { timeout: timeFor(RUNS / 4) }, () => {
  it('sees what stands outside of quotes', () => {
    expect(strangeWords(`SELECT "a""b" FROM x WHERE y = 'it''s' AND z = E'\\'q'`)).toEqual(['x', 'y', 'z']);
    expect(() => outsideQuotes(`SELECT 'a`)).toThrow('stays open');
  });

  it('has no identifier outside of quotes in scripts of the corpus', () => {
    for (const { file, source } of [...readCorpus('prisma'), ...readCorpus('aml')])
      expect(strangeWords(emitSqlScript(irOf(source), { name: file, caller: 'owner' })), file).toEqual([]);
  });

  it('has none in scripts and plans of random models either', () => {
    let both = 0;
    fc.assert(
      fc.property(randomModels, randomModels, (before, after) => {
        const [old, now] = [compile(before).ir, compile(after).ir];
        if (old === null || now === null) return;
        both++;
        const { catalog } = planEvolution(null, old);
        const sql = [
          emitSqlScript(now, { name: TARGET.scope, caller: 'owner' }),
          emitLock(
            catalog.tables.map(({ table }) => table),
            TARGET,
          ),
          ...statements(catalog, now),
        ];
        expect(sql.flatMap(strangeWords)).toEqual([]);
      }),
      { numRuns: Math.ceil(RUNS / 4) },
    );
    expect(both).toBeGreaterThan(RUNS / 16);
  });
});
