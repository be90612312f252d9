import { compile } from '@platform/aml-compiler';
import fc from 'fast-check';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import type { DataPlane } from '../contract.ts';
import { createDataPlane } from '../plane.ts';

const TYPES = ['String', 'Boolean', 'Int', 'BigInt', 'Float', 'Decimal', 'DateTime', 'Json', 'Mood'];
const name = fc.stringMatching(/^[A-Z][a-z]{2,8}(Group|Key|List|Sum)?$/);

interface Sketch {
  readonly names: readonly string[];
  readonly fields: readonly { readonly type: string; readonly arity: string }[];
  readonly rules: readonly string[];
  readonly links: readonly { readonly from: number; readonly to: number; readonly optional: boolean }[];
}

const sketch: fc.Arbitrary<Sketch> = fc.record({
  names: fc.uniqueArray(name, { minLength: 1, maxLength: 6, selector: (text) => text.toLowerCase() }),
  fields: fc.array(fc.record({ type: fc.constantFrom(...TYPES), arity: fc.constantFrom('', '?', '[]') }), {
    maxLength: 8,
  }),
  rules: fc.array(
    fc.constantFrom('read, anyone', 'read, owner', 'create, anyone', 'update, anyone', 'delete, anyone'),
    { maxLength: 3 },
  ),
  links: fc.array(fc.record({ from: fc.nat(5), to: fc.nat(5), optional: fc.boolean() }), { maxLength: 5 }),
});

/** An AML source with the sketched models, fields, rules and relations, in every model the same fields. */
function toAml({ names, fields, rules, links }: Sketch): string {
  const wanted = links.map((link, i) => ({
    ...link,
    name: `r${i}`,
    from: names[link.from % names.length] ?? '',
    to: names[link.to % names.length] ?? '',
  }));
  const models = names.map((model) =>
    [
      `model ${model} {`,
      '  id String @id @default(cuid())',
      ...fields.map(
        ({ type, arity }, i) => `  f${i} ${type}${arity === '?' && type === 'Json' ? '' : arity}`,
      ),
      ...wanted
        .filter((link) => link.from === model)
        .flatMap((link) => {
          const mark = link.optional ? '?' : '';
          return [
            `  ${link.name} ${link.to}${mark} @relation("${link.name}", fields: [${link.name}Id], references: [id])`,
            `  ${link.name}Id String${mark}`,
          ];
        }),
      ...wanted
        .filter((link) => link.to === model)
        .map((link) => `  ${link.name}Back ${link.from}[] @relation("${link.name}")`),
      ...new Map(rules.map((rule) => [rule.split(',')[0], `  @@allow(${rule})`])).values(),
      '}',
    ].join('\n'),
  );
  return ['enum Mood { happy sad }', ...models].join('\n');
}

const SEED = Number(process.env['SEED'] ?? 20_261_121);

describeEachDatabase(`graphql-http audits of 20 random apps (SEED=${SEED})`, (db) => {
  let plane: DataPlane;
  beforeAll(() => {
    plane = createDataPlane({ db: db() });
  });
  afterAll(() => plane.close());
  const sources = fc.sample(sketch, { numRuns: 20, seed: SEED }).map(toAml);

  it.each(sources.map((aml, i) => [i, aml] as const))('app %i', async (i, aml) => {
    expect(compile(aml).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const audits = serverAudits({
      url: 'http://app.test/a/audited/_graphql',
      fetchFn: async (url: string, init: RequestInit) =>
        plane.respond({ id: `audited${i}`, aml }, '_graphql', new Request(url, init), 'owner'),
    });
    const failed: string[] = [];
    for (const audit of audits) {
      const result = await audit.fn();
      if (result.status !== 'ok') failed.push(`${audit.name}: ${'reason' in result ? result.reason : ''}`);
    }
    expect(failed, aml).toEqual([]);
    expect(audits).toHaveLength(61);
  });
});
