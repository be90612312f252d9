import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StudioDiagnostic } from '../errors.ts';
import { KINDS, kindOf, type KindId } from './kinds.ts';
import { DOCUMENTS } from './testing/documents.ts';
import { followHint } from './testing/follow-hint.ts';
import { plantMistakes, type Planted } from './testing/mistakes.ts';
import { writeJson } from './testing/written.ts';
import { validateDocument, validateText } from './validate.ts';

/** `CONTENT_DOCUMENTS=10000 npm test -- api/content/planted` looks at so many; `SEED` chooses others. */
const RUNS = Number(process.env['CONTENT_DOCUMENTS'] ?? 300) / 2;
const SEED = Number(process.env['SEED'] ?? 20_261_122);

const shape = fc.constantFrom(
  { line: '\n', indent: '  ' },
  { line: '\r\n', indent: '\t' },
  { line: '', indent: '' },
);
const picks = fc.array(fc.nat(9_999), { minLength: 1, maxLength: 12 });

const told = ({ code, path = '' }: Pick<StudioDiagnostic, 'code' | 'path'> | Planted): string =>
  `${code} ${path}`;

describe.each(Object.keys(KINDS) as KindId[])('random documents of the kind %s', (id) => {
  const kind = kindOf(id);

  it(
    'with k mistakes have k diagnostics, each with its place, and each hint mends its own mistake',
    { timeout: 600_000 },
    () => {
      fc.assert(
        fc.property(DOCUMENTS[id], picks, shape, (document, chosen, layout) => {
          const spoiled = structuredClone(document);
          const planted = plantMistakes(id, spoiled, chosen);
          const { text, places } = writeJson(spoiled, layout);
          const { ok, diagnostics } = validateText(kind, text);

          expect(diagnostics.map(told).toSorted()).toEqual(planted.map(told).toSorted());
          expect(ok).toBe(planted.length === 0);
          for (const { path = '', line, col, message } of diagnostics) {
            expect({ path, line, col }).toEqual({ path, ...places.get(path) });
            const names = planted.filter((one) => one.path === path).map((one) => one.names);
            expect(
              names.some((name) => message.includes(name)),
              `${message} names ${names.join()}`,
            ).toBe(true);
          }

          for (const diagnostic of diagnostics) {
            const others = diagnostics.filter((one) => one !== diagnostic).map(told);
            const without = validateDocument(kind, followHint(spoiled, diagnostic));
            expect(without.map(told).toSorted(), diagnostic.hint).toEqual(others.toSorted());
          }
          let mended: unknown = spoiled;
          for (let round = 0; round < 60; round += 1) {
            const [first] = validateDocument(kind, mended);
            if (first) mended = followHint(mended, first);
          }
          expect(validateDocument(kind, mended)).toEqual([]);
        }),
        { numRuns: RUNS, seed: SEED },
      );
    },
  );
});
