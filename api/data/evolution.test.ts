import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../test/support/databases.ts';
import type { DataPlane } from './contract.ts';
import { createDataPlane } from './plane.ts';
import type { Grown } from './testing/grown.ts';
import { grow, itemModel as model, summary } from './testing/grown.ts';

describeEachDatabase('evolution', (db) => {
  let plane: DataPlane;
  beforeAll(() => {
    plane = createDataPlane({ db: db() });
  });
  afterAll(() => plane.close());

  const grown = (aml: string, rows: readonly object[], entity?: string): Promise<Grown> =>
    grow(plane, aml, rows, entity);

  it('renames by @was and keeps the values, once', async () => {
    const app = await grown(model('  title String'), [{ title: 'a' }]);
    const renamed = model('  name String @was("title")');
    expect(summary(await app.become(renamed))).toEqual(['free rename_field Item.name null']);
    expect(await app.records(renamed)).toEqual([{ id: 1, name: 'a' }]);
    expect(summary(await app.become(renamed))).toEqual([]);
    const swapped = model('  name String @was("other")\n  other String? @was("name")');
    await app.become(model('  name String\n  other String?'));
    await app.become(swapped);
    expect(await app.records(swapped)).toEqual([{ id: 1, name: null, other: 'a' }]);
    await app.become(swapped);
    expect(await app.records(swapped)).toEqual([{ id: 1, name: null, other: 'a' }]);
  });

  it('renames a model with its rows', async () => {
    const app = await grown(model('  title String'), [{ title: 'a' }]);
    const renamed = model('  title String\n  @@was("Item")', 'Thing');
    await app.become(renamed);
    expect(await app.records(renamed, 'Thing')).toEqual([{ id: 1, title: 'a' }]);
  });

  it('undoes a rename when the earlier version is published again', async () => {
    const before = model('  title String');
    const app = await grown(before, [{ title: 'a' }]);
    await app.become(model('  name String @was("title")\n  @@was("Item")', 'Thing'));
    expect(summary(await app.become(before))).toEqual([
      'free rename_model Item null',
      'free rename_field Item.title null',
    ]);
    expect(await app.records(before)).toEqual([{ id: 1, title: 'a' }]);
    // Beside its successor the old name is a new thing.
    await app.become(model('  name String @was("title")'));
    const both = model('  name String @was("title")\n  title String?');
    expect(summary(await app.become(both))).toContain('free add_field Item.title null');
    expect(await app.records(both)).toEqual([{ id: 1, name: 'a', title: null }]);
  });

  it('takes a new @was for what it says though a mistaken one was published before', async () => {
    const first = model('  a String\n  b Int');
    const app = await grown(first, [{ a: 'x', b: 1 }]);
    const mistaken = await app.become(model('  a String\n  b Int @was("a")'));
    expect(mistaken.diagnostics).toMatchObject([{ code: 'stale_was' }]);
    const swapped = model('  b String @was("a")\n  a Int @was("b")');
    await app.become(swapped);
    expect(await app.records(swapped)).toEqual([{ id: 1, a: 1, b: 'x' }]);
  });

  it('never gives one column to two fields', async () => {
    const text = model('  v String');
    const app = await grown(text, [{ v: 'many' }]);
    await app.become(model('  v Int'));
    const both = model('  v String\n  old String? @was("v")');
    await app.become(both);
    expect(await app.records(both)).toEqual([{ id: 1, v: null, old: 'many' }]);
    await app.now(both).insert({ v: 'new', old: 'other' });
    expect((await app.records(both))?.[1]).toEqual({ id: 2, v: 'new', old: 'other' });
  });

  it('widens a key with rows and what points to it, and makes a key that nobody sends', async () => {
    const tree = (type: string): string =>
      `model Item {\n  id ${type} @id @default(autoincrement())\n  upId ${type}?\n  up Item? @relation("T", fields: [upId], references: [id])\n  subs Item[] @relation("T")\n}\n`;
    const app = await grown(tree('Int'), [{}, { upId: 1 }]);
    const plan = await app.become(tree('BigInt'));
    expect(summary(plan).filter((line) => !line.startsWith('backfill widen_field'))).toEqual([]);
    expect((await app.now(tree('BigInt')).insert({ upId: 2 })).body.record).toMatchObject({
      id: '3',
      upId: '2',
    });
    expect(await app.records(tree('BigInt'))).toHaveLength(3);
    const given = await grown('model Item {\n  id Int @id\n  v String\n}\n', [{ id: 7, v: 'a' }]);
    const rekeyed = 'model Item {\n  id String @id @default(cuid())\n  v String\n}\n';
    expect(summary(await given.become(rekeyed))).toContain('refused change_primary_key Item 1');
    expect((await given.now(rekeyed).insert({ v: 'b' })).body.record).toEqual({ id: 8, v: 'b' });
  });

  it('parks what is removed and brings it back with its values', async () => {
    const full = model('  title String\n  note String');
    const app = await grown(full, [{ title: 'a', note: 'n' }]);
    const less = model('  title String');
    const parked = await app.become(less);
    expect(summary(parked)).toEqual(['parked remove_field Item.note 1']);
    expect(parked.diagnostics).toMatchObject([{ code: 'change_parked', severity: 'warning' }]);
    expect((await app.now(less).insert({ title: 'b' })).status).toBe(201);
    expect(await app.records(less)).toEqual([
      { id: 1, title: 'a' },
      { id: 2, title: 'b' },
    ]);
    const back = await app.become(full);
    expect(summary(back)).toEqual(['free restore_field Item.note 1', 'refused require_field Item.note 1']);
    expect(await app.records(full)).toEqual([
      { id: 1, title: 'a', note: 'n' },
      { id: 2, title: 'b', note: null },
    ]);
    expect((await app.now(full).insert({ title: 'c' })).status).toBe(422);
    const filled = model('  title String\n  note String @default("none")');
    expect(summary(await app.become(filled))).toEqual(['backfill require_field Item.note 1']);
    expect((await app.records(filled))?.[1]).toEqual({ id: 2, title: 'b', note: 'none' });
  });

  it('parks and restores a model', async () => {
    const two = model('  title String') + model('  text String', 'Extra');
    const app = await grown(two, [{ text: 'kept' }], 'Extra');
    expect(summary(await app.become(model('  title String')))).toEqual(['parked remove_model Extra 1']);
    expect((await app.now(model('  title String')).query({ entity: 'Extra' })).status).toBe(404);
    await app.become(two);
    expect(await app.records(two, 'Extra')).toEqual([{ id: 1, text: 'kept' }]);
  });

  it('adds fields: optional free, default backfilled, required without default served empty', async () => {
    const app = await grown(model('  title String'), [{ title: 'a' }, { title: 'b' }]);
    const next = model(
      '  title String\n  note String?\n  rank Int @default(7)\n  at DateTime @default(now())\n  code String\n  tags String[]',
    );
    const plan = await app.become(next);
    expect(summary(plan)).toEqual([
      'free add_field Item.note null',
      'backfill add_field Item.rank 2',
      'backfill add_field Item.at 2',
      'refused add_field Item.code 2',
      'free add_field Item.tags null',
    ]);
    expect(plan.diagnostics[0]?.message).toContain('2 rows');
    expect((await app.records(next))?.[0]).toEqual({
      id: 1,
      title: 'a',
      note: null,
      rank: 7,
      at: expect.any(String),
      code: null,
      tags: [],
    });
    expect((await app.now(next).insert({ title: 'c' })).body.diagnostics).toMatchObject([
      { code: 'required', path: '/code' },
    ]);
    expect((await app.now(next).insert({ title: 'c', code: 'x' })).status).toBe(201);
  });

  it('casts where nothing is lost, keeps the rest out of sight, and goes back', async () => {
    const text = model('  v String');
    const app = await grown(
      text,
      ['12', '007', 'many', '-3', '2147483648'].map((v) => ({ v })),
    );
    const number = model('  v Int');
    const plan = await app.become(number);
    expect(summary(plan)).toEqual(['refused change_type Item.v 3']);
    expect((await app.records(number))?.map((row) => row['v'])).toEqual([12, null, null, -3, null]);
    await app.now(number).insert({ v: 99 });
    await app.become(text);
    expect((await app.records(text))?.map((row) => row['v'])).toEqual([
      '12',
      '007',
      'many',
      '-3',
      '2147483648',
      '99',
    ]);
  });

  it('casts every pair that has a meaning', async () => {
    const cases: readonly (readonly [string, string, readonly unknown[], readonly unknown[]])[] = [
      ['Int', 'BigInt', [5], ['5']],
      ['Int', 'Float', [5], [5]],
      ['Int', 'Decimal', [5], ['5']],
      ['Int', 'String', [5], ['5']],
      ['Float', 'Int', [5, 5.5], [5, null]],
      ['Decimal', 'Int', ['7', '7.5'], [7, null]],
      ['Decimal', 'Float', ['0.1'], [0.1]],
      [
        'String',
        'DateTime',
        ['2026-02-28', '2026-02-30', '2024-02-29T10:00:00Z', 'x'],
        ['2026-02-28T00:00:00.000Z', null, '2024-02-29T10:00:00.000Z', null],
      ],
      ['String', 'Boolean', ['true', 'maybe'], [true, null]],
      ['String', 'Decimal', ['1.25', 'x'], ['1.25', null]],
      ['DateTime', 'String', ['2026-01-02T03:04:05.678Z'], ['2026-01-02T03:04:05.678Z']],
      ['Boolean', 'Int', [true], [1]],
      ['String', 'Json', ['a'], ['a']],
      ['Json', 'Int', [3, 'x'], [3, null]],
      ['Json', 'String', ['t'], ['t']],
      ['String', 'String[]', ['a'], [['a']]],
      ['String[]', 'String', [['a'], ['a', 'b']], ['a', null]],
      ['BigInt', 'Int', ['8', '9007199254740993'], [8, null]],
      ['Boolean', 'DateTime', [true], [null]],
    ];
    for (const [from, to, given, expected] of cases) {
      const [before, after] = [from, to].map((type) => model(`  v ${type}${type.endsWith('[]') ? '' : '?'}`));
      const app = await grown(
        before ?? '',
        given.map((v) => ({ v })),
      );
      await app.become(after ?? '');
      expect(
        (await app.records(after ?? ''))?.map((row) => row['v']),
        `${from} to ${to}`,
      ).toEqual(expected);
    }
  });

  it('counts before it makes a field required or unique', async () => {
    const app = await grown(model('  v String?'), [{ v: 'a' }, { v: 'a' }, {}]);
    const strict = model('  v String @unique');
    expect(summary(await app.become(strict))).toEqual([
      'refused require_field Item.v 1',
      'refused add_unique Item(v) 2',
    ]);
    expect((await app.now(strict).insert({ v: 'a' })).status).toBe(201);
    const clean = await grown(model('  v String?'), [{ v: 'a' }, { v: 'b' }]);
    expect(summary(await clean.become(strict))).toEqual([
      'checked require_field Item.v 0',
      'checked add_unique Item(v) 0',
    ]);
    expect((await clean.now(strict).insert({ v: 'a' })).status).toBe(409);
    const loose = model('  v String?');
    expect(summary(await clean.become(loose))).toEqual([
      'free loosen_field Item.v null',
      'free remove_unique Item null',
    ]);
    expect((await clean.now(loose).insert({ v: 'a' })).status).toBe(201);
  });

  it('keeps enum values that rows hold', async () => {
    const mood = (values: string) => `enum Mood { ${values} }\n${model('  mood Mood')}`;
    const app = await grown(mood('GLAD SAD MAD'), [{ mood: 'SAD' }]);
    expect(summary(await app.become(mood('GLAD MAD')))).toEqual(['refused remove_enum_value Item.mood 1']);
    expect(await app.records(mood('GLAD MAD'))).toEqual([{ id: 1, mood: 'SAD' }]);
    expect(summary(await app.become(mood('GLAD MAD SAD NEW')))).toEqual([]);
    expect((await app.now(mood('GLAD MAD SAD NEW')).insert({ mood: 'NEW' })).status).toBe(201);
  });

  it('adds a relation over rows that point nowhere, and keeps a key that rows are found by', async () => {
    const plain = model('  ownerId String') + 'model Owner {\n  id String @id\n}\n';
    const app = await grown(plain, [{ ownerId: 'gone' }]);
    await app.now(plain).insert({ id: 'here' }, '?entity=Owner');
    const linked =
      model(
        '  ownerId String\n  owner Owner @relation(fields: [ownerId], references: [id], onDelete: Cascade)',
      ) + 'model Owner {\n  id String @id\n  items Item[]\n}\n';
    expect(summary(await app.become(linked)).filter((line) => line.startsWith('refused'))).toEqual([
      'refused add_relation Item.owner 1',
    ]);
    const { body } = await app.now(linked).query({ entity: 'Item', select: { ownerId: true, owner: true } });
    expect(body.records).toEqual([{ ownerId: 'gone', owner: null }]);
    expect((await app.now(linked).insert({ ownerId: 'nobody' })).status).toBe(422);
    expect((await app.now(linked).insert({ ownerId: 'here' })).status).toBe(201);
    const rekeyed =
      'model Item {\n  code String @id\n  ownerId String\n}\nmodel Owner {\n  id String @id\n}\n';
    const plan = await app.become(rekeyed);
    expect(summary(plan)).toContain('refused change_primary_key Item 2');
    expect((await app.records(rekeyed))?.map((row) => row['id'])).toEqual([1, 3]);
  });

  it('leaves everything as it was when a step fails', async () => {
    const app = await grown(model('  title String'), [{ title: 'a' }]);
    const before = await db().pool.query(
      'SELECT "amlHash", "catalog" FROM "AppCatalog" WHERE "spaceId" = $1',
      [app.id],
    );
    await expect(plane.apply({ id: app.id, aml: 'model Item {' })).rejects.toMatchObject({
      code: 'invalid_aml',
    });
    const after = await db().pool.query(
      'SELECT "amlHash", "catalog" FROM "AppCatalog" WHERE "spaceId" = $1',
      [app.id],
    );
    expect(after.rows).toEqual(before.rows);
    expect(await app.records(model('  title String'))).toHaveLength(1);
  });
});
