import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { appModels } from './isolation/data/app-models.ts';
import { ask } from './isolation/data/case.ts';
import { Coverage } from './isolation/data/coverage.ts';
import { rootFields } from './isolation/data/graphql-surface.ts';
import { askAlone, askShared, makeCases, type Finding } from './isolation/data/matrix.ts';
import { openPlanes } from './isolation/data/open-planes.ts';
import { OWNER_METHODS } from './isolation/data/owner-cases.ts';
import { GET_PARAMETERS, QUERY_MEMBERS, REST_CASES } from './isolation/data/rest-cases.ts';
import { checkStreams } from './isolation/data/stream-cases.ts';
import { openAlone, openShared } from './isolation/data/world.ts';
import { DATABASE_KINDS } from './support/databases.ts';

const SEED = Number(process.env['ISOLATION_SEED'] ?? 20_261_121);
const MODELS = Number(process.env['ISOLATION_MODELS'] ?? 5);
const ROUNDS = Number(process.env['ISOLATION_ROUNDS'] ?? 3);

/**
 * Every operation of the data plane, asked by everybody, of an app whose neighbour's rows lie in the same tables under
 * the same keys (spec 4.1 rule 1). Answers are held against those of the app alone, so that not even a count or an
 * error may tell that the neighbour is there.
 */
describe.each(DATABASE_KINDS)(`the matrix of operations, seed ${SEED}, on %s`, (kind) => {
  const planes = openPlanes(kind);
  const coverage = new Coverage();

  it.each(appModels(SEED, MODELS).map((aml, i) => [i, aml] as const))(
    'shows and changes no foreign row, model %i',
    { timeout: ROUNDS * 120_000 },
    async (i, aml) => {
      const { alone: one, shared: two } = planes();
      const seed = (SEED % 10_000) + i;
      const alone = await openAlone({ ...one, name: `app${i}`, aml, seed });
      const shared = await openShared({ ...two, name: `app${i}`, aml, seed });
      const findings: Finding[] = [];
      for (const asked of await makeCases(alone, seed, ROUNDS)) {
        const expected = await askAlone(alone, asked);
        const finding = await askShared(shared, asked, expected);
        coverage.count(asked, expected);
        if (finding) findings.push(finding);
      }
      findings.push(...(await checkStreams(alone, shared, seed)));
      expect(findings, `${findings.length} findings with the model\n${aml}`).toEqual([]);
      const { copies, planted, app, neighbour } = shared;
      expect(await copies.digest(app.id)).toBe(planted.own);
      expect(await copies.digest(neighbour?.id ?? '')).toBe(planted.foreign);
    },
  );

  it('has asked all there is, and was answered', () => {
    expect(coverage.neverAnswered).toEqual([]);
    expect(coverage.operations.length).toBeGreaterThanOrEqual(13 + OWNER_METHODS.length);
    expect(coverage.cases).toBeGreaterThan(MODELS * ROUNDS * 50);
    if (ROUNDS > 3) process.stdout.write(`${coverage.cases} cases on ${kind}\n`);
  });
});

describe('what the matrix knows', () => {
  it('refuses to pass over a root field that it does not know', () => {
    const rows = 'interface Node { nodeId: ID! } type Row implements Node { nodeId: ID! }';
    for (const field of [
      'rowSearch(text: String): Row',
      'rows(first: Int, near: Int): Row',
      'rawRows: [Row]',
    ])
      expect(() => rootFields(buildSchema(`${rows} type Query { ${field} }`))).toThrow(
        'add it to the matrix',
      );
  });

  const planes = openPlanes('PGlite');

  it('finds no route, parameter or member in the description of an app that it lacks', async () => {
    const { plane } = planes().alone;
    const [aml = ''] = appModels(SEED, 1);
    const { text } = await ask(plane, { id: 'described', aml }, 'anyone', {
      operation: 'REST GET _data/openapi.json',
      writes: false,
      ask: { face: 'bridge', route: '_data/openapi.json', method: 'GET', query: '' },
    });
    const api = JSON.parse(text) as Description;
    const known = Object.keys(REST_CASES).map((route) => `/${route}`);
    expect(Object.keys(api.paths).filter((path) => !known.includes(path))).toEqual([]);
    const parameters = Object.values(api.paths).flatMap(({ get }) => get?.parameters ?? []);
    expect(parameters.map(({ name }) => name)).toEqual(GET_PARAMETERS);
    const queries = Object.entries(api.components.schemas).filter(([name]) => name.endsWith('Query'));
    expect(queries.length).toBeGreaterThan(0);
    for (const [, { properties = {} }] of queries)
      expect(Object.keys(properties).filter((name) => !(name in QUERY_MEMBERS))).toEqual([]);
  });
});

interface Description {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters?: readonly { readonly name: string }[] } }>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: Readonly<Record<string, unknown>> }>>;
  };
}
