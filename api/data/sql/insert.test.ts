import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import type { Database } from '../../db/database.ts';
import { ApiError } from '../../errors.ts';
import type { Args } from '../args.ts';
import { newCuid } from '../cuid.ts';
import type { ModelInfo } from '../model-info.ts';
import { findModel } from '../model-info.ts';
import { translateError } from '../prisma-errors.ts';
import { readNewRecord } from '../record-input.ts';
import { toRecord } from '../record-output.ts';
import { amlText } from '../testing/random-model.ts';
import { sampleOf } from '../testing/random-query.ts';
import { openSqlSpace, type SqlSpaceUnderTest } from '../testing/sql-space.ts';
import { typedValues } from '../typed-values.ts';
import type { SqlRows } from './rows.ts';

const SEED = Number(process.env['SEED'] ?? 20_261_121);
const MODELS = 5;
const ROWS_PER_MODEL = 60;

const DEFAULTS = `
enum Mood { OPEN CLOSED }
model Plain {
  id   Int      @id @default(autoincrement())
  s    String   @default("x'\\"\\\\ \${é}")
  i    Int      @default(-5)
  big  BigInt   @default(-9223372036854775808)
  d    Decimal  @default(12345678901234567890.123456789)
  f    Float    @default(0.00000000012)
  b    Boolean  @default(true)
  t    DateTime @default("2026-01-31T12:00:00.001Z")
  j    Json     @default("{\\"a\\": [1, null, \\"'\\"]}")
  none Json     @default("null")
  mood Mood     @default(CLOSED)
  list String[] @default(["a", "b\\"c"])
  many BigInt[] @default([1, -2])
  moods Mood[]  @default([OPEN])
  free String?  @default("free")
  empty Int[]
  owned Owned[]
}
model Made {
  id   String   @id @default(cuid())
  uuid String   @default(uuid())
  at   DateTime @default(now())
  up   DateTime @updatedAt
  both DateTime @default(now()) @updatedAt
  no   String?
}
model Owned {
  id    Int     @id
  name  String  @unique
  big   Int?
  owner Plain?  @relation(fields: [ownerId], references: [id])
  ownerId Int?
  long  String?
  @@index([long])
}
`;

/** New rows in SQL against the client library's, as the oracle: the same values, the same row in the table. */
describeEachDatabase('new rows in SQL', (db) => {
  it.each(Array.from({ length: MODELS }, (_, i) => i))(
    'are stored and given back as by the client library, random model %i',
    { timeout: 120_000 },
    async (number) => {
      const seed = SEED + number;
      const [aml = ''] = fc.sample(amlText, { seed, numRuns: 1 });
      await withSpace(db(), `insert${number}`, aml, async (space) => {
        for (const name of ['Aa', 'Cc']) {
          const model = findModel(space.models, name);
          await fc.assert(
            fc.asyncProperty(rowOf(model), async (values) => {
              const data = scoped(space, model, readNewRecord(space.models, model, values));
              const ours = await stored(db(), space, model, async () =>
                JSON.parse(await space.rows.insert(model, { data, select: allOf(model) })),
              );
              const theirs = await stored(db(), space, model, () => byLibrary(space, model, data));
              expect(ours).toEqual(theirs);
            }),
            { seed, numRuns: ROWS_PER_MODEL },
          );
        }
      }).catch((error: unknown) => {
        throw new Error(`Seed ${seed}, model:\n${aml}`, { cause: error });
      });
    },
  );

  it('have the defaults that the client library gives', async () => {
    await withSpace(db(), 'insertDefaults', DEFAULTS, async (space) => {
      const model = findModel(space.models, 'Plain');
      for (const values of [{}, { free: null, i: 7, empty: [1] }, { list: [], j: [], s: '' }]) {
        // The counter goes on between the two.
        const data = { ...scoped(space, model, readNewRecord(space.models, model, values)), id: 1 };
        const ours = await stored(db(), space, model, async () =>
          JSON.parse(await space.rows.insert(model, { data, select: allOf(model) })),
        );
        expect(ours).toEqual(await stored(db(), space, model, () => byLibrary(space, model, data)));
      }
      const first = await insert(space.rows, space, 'Plain', {});
      const second = await insert(space.rows, space, 'Plain', {});
      expect([first['id'], second['id']]).toEqual([1, 2]);
    });
  });

  it('have ids and times of the same shape', async () => {
    await withSpace(db(), 'insertMade', DEFAULTS, async (space) => {
      const model = findModel(space.models, 'Made');
      const before = Date.now();
      const ours = await insert(space.rows, space, 'Made', {});
      const theirs = (await byLibrary(space, model, scoped(space, model, {}))) as Args;
      for (const row of [ours, theirs]) {
        expect(row['id']).toMatch(/^c[a-z0-9]{24}$/);
        expect(row['uuid']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(row['both']).toBe(row['at']);
        expect(row['up']).toBe(row['at']);
        const at = Date.parse(String(row['at']));
        expect(at >= before && at <= Date.now()).toBe(true);
        expect(row['no']).toBeNull();
      }
      expect(String(ours['id']).slice(0, 5)).toBe(String(theirs['id']).slice(0, 5));
    });
  });

  it('are refused in the same words, also inside of a transaction', async () => {
    await withSpace(db(), 'insertRefused', DEFAULTS, async (space) => {
      const model = findModel(space.models, 'Owned');
      await insert(space.rows, space, 'Owned', { id: 1, name: 'taken' });
      const bad: readonly Args[] = [
        { id: 1, name: 'free' },
        { id: 2, name: 'taken' },
        { id: 2, name: 'free', ownerId: 99 },
        { id: 2, name: null },
        { id: 2, name: 'free', big: 3_000_000_000 },
        // Random, since a repeated letter would be packed.
        { id: 2, name: 'free', long: Array.from({ length: 2_000 }, () => newCuid()).join('') },
        { id: 2, name: 'free', long: 'a\0b' },
      ];
      const codes: string[] = [];
      for (const values of bad) {
        const data = scoped(space, model, values);
        const theirs = await refusal(model, () =>
          space.client
            .delegate('Owned')
            .create({ data: typedValues(model, data), select: allOf(model) } as object),
        );
        const ours = await refusal(model, () => space.rows.insert(model, { data, select: allOf(model) }));
        const inside = await refusal(model, () =>
          space.client.transaction(10_000, (inner) =>
            space.sqlOver(inner.query).insert(model, { data, select: allOf(model) }),
          ),
        );
        expect([ours.code, ours.diagnostics]).toEqual([inside.code, inside.diagnostics]);
        // The library itself refuses a number that is no Int and a missing value, and asks nobody.
        if (values['big'] === undefined && values['name'] !== null) expect(ours).toEqual(theirs);
        codes.push([ours.code, ...ours.diagnostics.map(({ code }) => code)].join(' '));
      }
      expect(codes).toEqual([
        'conflict conflict',
        'conflict conflict',
        'invalid_record unknown_reference',
        'invalid_record required',
        'invalid_record out_of_range',
        // So long that the database does not say which index: both fields that one is on are named.
        'invalid_record too_long too_long',
        'none',
      ]);
    });
  });
});

it('ids of cuid() are all different and in order', () => {
  const made = Array.from({ length: 20_000 }, () => newCuid());
  expect(new Set(made).size).toBe(made.length);
  expect(newCuid(1_800_000_000_000) < newCuid(1_800_000_000_001)).toBe(true);
});

async function withSpace(
  db: Database,
  id: string,
  aml: string,
  work: (space: SqlSpaceUnderTest) => Promise<void>,
): Promise<void> {
  const space = await openSqlSpace(db, id, aml);
  try {
    await work(space);
  } finally {
    await space.client.close();
  }
}

/** Values as a request gives them; foreign keys point to nothing. */
function rowOf(model: ModelInfo): fc.Arbitrary<Args> {
  const foreign = new Set(model.relations.flatMap(({ fields }) => fields));
  const members = model.values
    .filter(({ name }) => !foreign.has(name))
    .map((field) => {
      const one = sampleOf(field);
      const given = one.map((value) => (value === null && !field.optional ? 'none' : value));
      const many = fc.array(one, { maxLength: 3 }).map((list) => list.filter((item) => item !== null));
      return [field.name, field.list ? many : given] as const;
    });
  const needed = model.values.filter(({ list, optional }) => !list && !optional).map(({ name }) => name);
  return fc.record(Object.fromEntries(members), {
    requiredKeys: needed.filter((name) => !foreign.has(name)),
  });
}

function scoped(space: SqlSpaceUnderTest, model: ModelInfo, data: Args): Args {
  return { ...data, [model.scopeField]: space.id };
}

function allOf(model: ModelInfo): Args {
  return Object.fromEntries(model.values.map(({ name }) => [name, true]));
}

async function insert(rows: SqlRows, space: SqlSpaceUnderTest, name: string, values: Args): Promise<Args> {
  const model = findModel(space.models, name);
  const data = scoped(space, model, readNewRecord(space.models, model, values));
  return JSON.parse(await rows.insert(model, { data, select: allOf(model) })) as Args;
}

async function byLibrary(
  { models, client }: SqlSpaceUnderTest,
  model: ModelInfo,
  data: Args,
): Promise<unknown> {
  const args = { data: typedValues(model, data), select: allOf(model) };
  return toRecord(models, model, (await client.delegate(model.ir.name).create(args)) as Args);
}

/** What a new row is given back as, and what the table holds of it, byte by byte; the row is gone after that. */
async function stored(
  db: Database,
  { tables }: SqlSpaceUnderTest,
  model: ModelInfo,
  make: () => Promise<unknown>,
): Promise<readonly unknown[]> {
  const record = await make();
  const { rows } = await db.pool.query(
    `WITH gone AS (DELETE FROM ${tables.get(model)?.name} RETURNING *) SELECT row_to_json(gone)::text AS "row", gone::text AS "text" FROM gone`,
  );
  return [record, rows];
}

interface Refused {
  readonly code: string;
  readonly message: string;
  readonly diagnostics: readonly { readonly code: string }[];
}

async function refusal(model: ModelInfo, work: () => Promise<unknown>): Promise<Refused> {
  try {
    await work();
  } catch (error) {
    const told = translateError(model, error);
    if (told instanceof ApiError)
      return { code: told.code, message: told.message, diagnostics: told.diagnostics ?? [] };
    return { code: 'none', message: '', diagnostics: [] };
  }
  throw new Error('The row was stored.');
}
