import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import type { Args } from '../args.ts';
import type { ModelInfo, Models } from '../model-info.ts';
import { relatedModel } from '../model-info.ts';
import { orderArgs, readOrderBy } from '../order-by.ts';
import { newBudget } from '../query-budget.ts';
import { readNewRecord } from '../record-input.ts';
import { toRecord } from '../record-output.ts';
import { injectScope } from '../scope.ts';
import { readSelect } from '../select.ts';
import { amlText } from '../testing/random-model.ts';
import type { RandomQuery } from '../testing/random-query.ts';
import { randomQuery, sampleOf } from '../testing/random-query.ts';
import { openSqlSpace, type SqlSpaceUnderTest } from '../testing/sql-space.ts';
import { readWhere } from '../where.ts';

const SEED = Number(process.env['SEED'] ?? 20_261_121);
const MODELS = 8;
const QUERIES_PER_MODEL = 90;
const ROWS = 14;

/** The reads of this folder against the client library's own, as the oracle: the same arguments, the same rows. */
describeEachDatabase('reads in SQL', (db) => {
  it.each(Array.from({ length: MODELS }, (_, i) => i))(
    'give what the client library gives, random model %i',
    { timeout: 240_000 },
    async (number) => {
      const seed = SEED + number;
      const [aml = ''] = fc.sample(amlText, { seed, numRuns: 1 });
      const space = await openSqlSpace(db(), `random${number}`, aml);
      try {
        await fill(space, seed);
        let found = 0;
        for (const model of space.models.byName.values()) {
          await fc.assert(
            fc.asyncProperty(randomQuery(space.models, model), async (query) => {
              const args = readArgs(space, model, query);
              const expected = await askOracle(space, model, args);
              expect(JSON.parse(await space.rows.rows(model, args))).toEqual(expected);
              found += expected.length;
              const { where } = args;
              const count = await space.client.delegate(model.ir.name).count({ where } as object);
              expect(await space.rows.count(model, { where })).toBe(count);
            }),
            { seed, numRuns: QUERIES_PER_MODEL },
          );
        }
        // Conditions that nothing meets would prove little.
        expect(found).toBeGreaterThan(QUERIES_PER_MODEL);
      } catch (error) {
        throw new Error(`Seed ${seed}, model:\n${aml}`, { cause: error });
      } finally {
        await space.client.close();
      }
    },
  );
});

/** Rows with few different values; foreign keys point to rows that are there already, or to none. */
async function fill({ id, models, client }: SqlSpaceUnderTest, seed: number): Promise<void> {
  const made = new Map<ModelInfo, Args[]>();
  const random = fc.sample(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
    seed,
    numRuns: 400,
  });
  let at = 0;
  const pick = <T>(list: readonly T[]): T | undefined =>
    list[Math.floor((random[at++ % 400] ?? 0) * list.length)];
  for (const model of models.byName.values()) {
    const rows: Args[] = [];
    made.set(model, rows);
    const taken = new Set<unknown>();
    for (let n = 0; n < ROWS; n += 1) {
      const values: Record<string, unknown> = {};
      for (const field of model.values) {
        const [sample, ...more] = fc.sample(sampleOf(field), { seed: seed + n * 31 + at++, numRuns: 3 });
        values[field.name] = field.list ? [sample, ...more].filter((item) => item !== null) : sample;
        if (field.optional && n % 3 === 0) values[field.name] = null;
        if (!field.optional && !field.list && sample === null) values[field.name] = 'none';
      }
      for (const [i, name] of model.ir.primaryKey.entries())
        values[name] = keyOf(model, name, i === 0 ? n : n % 4);
      for (const relation of model.relations.filter((field) => field.fields.length > 0)) {
        const others = made.get(relatedModel(models, relation)) ?? [];
        const free = relation.fields.some((name) => model.ir.uniques.some((unique) => unique.includes(name)))
          ? others.filter((row) => !taken.has(row))
          : others;
        const other = relation.optional && n % 4 === 0 ? undefined : pick(free);
        if (other) taken.add(other);
        for (const [i, name] of relation.fields.entries()) {
          values[name] = other?.[relation.references[i] ?? ''] ?? null;
        }
      }
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
      const data = { ...readNewRecord(models, model, given), [model.scopeField]: id };
      const key = Object.fromEntries(model.ir.primaryKey.map((name) => [name, true]));
      await client.delegate(model.ir.name).create({ data, select: key });
      rows.push(values);
    }
  }
}

function keyOf(model: ModelInfo, name: string, n: number): unknown {
  const type = model.values.find((field) => field.name === name)?.type;
  if (type === 'Int') return n;
  return type === 'DateTime' ? new Date(Date.UTC(2026, 0, 1 + n)).toISOString() : String(n);
}

/** The way of a query of the bridge, up to where the rows are fetched. */
function readArgs({ id, models }: SqlSpaceUnderTest, model: ModelInfo, query: RandomQuery): Args {
  const context = { models, caller: 'owner', budget: newBudget() } as const;
  const counts = Object.entries(query.counts).map(([name, where]) => {
    const field = model.relations.find((relation) => relation.name === name);
    if (!field) throw new Error(`No relation ${name}.`);
    return [name, { where: readWhere(context, relatedModel(models, field), where) }];
  });
  const select = {
    ...readSelect(context, model, query.select),
    ...(counts.length > 0 ? { _count: { select: Object.fromEntries(counts) } } : {}),
  };
  const args = {
    where: readWhere(context, model, query.where),
    select,
    orderBy: orderArgs(readOrderBy(model, query.orderBy)),
    take: query.limit,
  };
  return injectScope(models, model, 'findMany', args, id);
}

async function askOracle(
  { models, client }: SqlSpaceUnderTest,
  model: ModelInfo,
  args: Args,
): Promise<readonly unknown[]> {
  const strategy = Object.keys(args['select'] as Args).some(
    (name) => name === '_count' || model.fields.get(name)?.kind === 'relation',
  )
    ? { relationLoadStrategy: 'query' }
    : {};
  const given = { ...args, select: withoutSingleFilters(model, models, args['select'] as Args) };
  const rows = (await client.delegate(model.ir.name).findMany({ ...given, ...strategy })) as readonly Args[];
  return rows.map((row) => ({
    ...toRecord(models, model, row),
    ...(row['_count'] === undefined ? {} : { _count: row['_count'] }),
  }));
}

/** The client library takes no filter on a single related row; in these tables there is one space only. */
function withoutSingleFilters(model: ModelInfo, models: Models, select: Args): Args {
  const entries = Object.entries(select).map(([name, value]): [string, unknown] => {
    const field = model.fields.get(name);
    if (field?.kind !== 'relation') return [name, value];
    const { where, select: inner, ...rest } = value as Args;
    const nested = {
      ...rest,
      select: withoutSingleFilters(relatedModel(models, field), models, inner as Args),
    };
    return [name, field.list ? { ...nested, where } : nested];
  });
  return Object.fromEntries(entries);
}
