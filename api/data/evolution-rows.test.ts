import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../test/support/databases.ts';
import type { DataPlane } from './contract.ts';
import { createDataPlane } from './plane.ts';
import type { Grown } from './testing/grown.ts';
import { grow, itemModel as model, summary } from './testing/grown.ts';

describeEachDatabase('rows under a changed model', (db) => {
  let plane: DataPlane;
  beforeAll(() => {
    plane = createDataPlane({ db: db() });
  });
  afterAll(() => plane.close());
  const grown = (aml: string, rows: readonly object[], entity?: string): Promise<Grown> =>
    grow(plane, aml, rows, entity);

  it('do not get a default that a unique key would not bear', async () => {
    const app = await grown(model('  code String? @unique'), [{}, {}, { code: 'a' }]);
    const strict = model('  code String @unique @default("x")');
    const plan = await app.become(strict);
    expect(summary(plan)).toEqual(['refused require_field Item.code 2']);
    expect(plan.diagnostics[0]?.message).toBe(
      'Item.code is required, but 2 rows have no value and cannot get its default, because Item(code) is unique: it stays empty there. Give them values of their own.',
    );
    expect((await app.records(strict))?.map((row) => row['code'])).toEqual([null, null, 'a']);
    expect((await app.now(strict).insert({ code: 'a' })).status).toBe(409);
    // As the sentence says: with values of their own the field is required.
    const owner = plane.owner({ id: app.id, aml: strict });
    await owner.update('Item', 1, { code: 'b' });
    // One row can have the default.
    expect(summary(await app.become(strict))).toEqual(['backfill require_field Item.code 1']);
    expect((await app.records(strict))?.map((row) => row['code'])).toEqual(['b', 'x', 'a']);
    expect(summary(await app.become(strict))).toEqual([]);
  });

  it('do not get a default that one of them has already, nor one of a new or retyped unique field', async () => {
    const taken = await grown(model('  code String? @unique'), [{}, { code: 'x' }]);
    expect(summary(await taken.become(model('  code String @unique @default("x")')))).toEqual([
      'refused require_field Item.code 1',
    ]);
    const app = await grown(model('  a String\n  b String'), [
      { a: '1', b: 'p' },
      { a: 'no', b: 'p' },
      { a: 'nor', b: 'q' },
    ]);
    const next = model('  a Int @unique @default(1)\n  b String\n  c String @unique @default("c")');
    expect(summary(await app.become(next))).toEqual([
      'refused change_type Item.a 2',
      'refused add_field Item.c 3',
      'checked add_unique Item(a) 0',
      'checked add_unique Item(c) 0',
    ]);
    expect(await app.records(next)).toEqual([
      { id: 1, a: 1, b: 'p', c: null },
      { id: 2, a: null, b: 'p', c: null },
      { id: 3, a: null, b: 'q', c: null },
    ]);
    // Made for each row, it breaks nothing.
    const own = await grown(model('  v Int'), [{ v: 1 }, { v: 2 }]);
    expect(summary(await own.become(model('  v Int\n  code String @unique @default(cuid())')))).toEqual([
      'backfill add_field Item.code 2',
      'checked add_unique Item(code) 0',
    ]);
  });

  it('do not get a default when a key of several fields would not bear it', async () => {
    const body = (group: string) => model(`  group ${group}\n  place Int\n  @@unique([group, place])`);
    const rows = [{ place: 1 }, { place: 2 }, { group: 'g', place: 1 }];
    const apart = await grown(body('String?'), rows);
    expect(summary(await apart.become(body('String @default("d")')))).toEqual([
      'backfill require_field Item.group 2',
    ]);
    const meeting = await grown(body('String?'), rows);
    expect(summary(await meeting.become(body('String @default("g")')))).toEqual([
      'refused require_field Item.group 2',
    ]);
  });

  it('do not get a default that points nowhere', async () => {
    const linked = (key: string): string =>
      model(
        `  ownerId ${key}\n  owner Owner? @relation(fields: [ownerId], references: [id], onDelete: Cascade)`,
      ) + 'model Owner {\n  id String @id\n  items Item[]\n}\n';
    const app = await grown(linked('String?'), [{}, {}]);
    const nowhere = linked('String @default("none")').replace('Owner?', 'Owner');
    const plan = await app.become(nowhere);
    expect(summary(plan)).toEqual(['refused require_field Item.ownerId 2']);
    expect(plan.changes[0]?.sentence).toContain('because it would point to no Owner');
    await app.now(nowhere).insert({ id: 'none' }, '?entity=Owner');
    expect(summary(await app.become(nowhere))).toEqual(['backfill require_field Item.ownerId 2']);
    expect((await app.records(nowhere))?.map((row) => row['ownerId'])).toEqual(['none', 'none']);
    const made = await grown(linked('String?'), [{}]);
    expect(summary(await made.become(linked('String @default(cuid())').replace('Owner?', 'Owner')))).toEqual([
      'refused require_field Item.ownerId 1',
    ]);
  });

  it('are found by every earlier version, whatever it was called and renamed from', async () => {
    const text = (field: string, name: string, was = '') =>
      model(`  ${field}${was && `\n  @@was("${was}")`}`, name);
    const versions = [
      text('a String', 'Ant'),
      text('b String @was("a")', 'Bee', 'Ant'),
      text('c String @was("b")', 'Cat', 'Bee'),
    ] as const;
    const app = await grown(versions[0], [{ a: 'x' }], 'Ant');
    const names = ['Ant', 'Bee', 'Cat'];
    const fields = ['a', 'b', 'c'];
    for (const i of [1, 2, 1, 2, 0, 1, 0, 1, 2, 1, 0]) {
      const plan = await app.become(versions[i] ?? '');
      expect(summary(plan)).toEqual([
        `free rename_model ${names[i]} null`,
        `free rename_field ${names[i]}.${fields[i]} null`,
      ]);
      expect(await app.records(versions[i] ?? '', names[i])).toEqual([{ id: 1, [fields[i] ?? '']: 'x' }]);
    }
  });

  it('come back with the name they bore last', async () => {
    const app = await grown(model('  v String', 'Ant'), [{ v: 'first' }], 'Ant');
    const renamed = model('  v String\n  @@was("Ant")', 'Bee');
    await app.become(renamed);
    const both = renamed + model('  v String', 'Ant');
    await app.become(both);
    await app.now(both).insert({ v: 'second' }, '?entity=Ant');
    await app.become(renamed);
    await app.become(model('  v String', 'Ant'));
    expect(await app.records(model('  v String', 'Ant'), 'Ant')).toEqual([{ id: 1, v: 'second' }]);
  });

  it('are as they were when a refused version is taken back, in one publish', async () => {
    const cases = [
      ['  v Int?', '  v Int', [{ v: 1 }, {}], []],
      ['  v Int?', '  v Int @unique', [{ v: 1 }, { v: 1 }, {}], []],
      ['  v String', '  v Int', [{ v: 'many' }, { v: '7' }], ['checked change_type Item.v 0']],
      ['  v Int', '  v DateTime', [{ v: 5 }], ['checked change_type Item.v 0']],
      [
        '  v Int',
        '  v DateTime @default("2026-01-01T00:00:00Z")',
        [{ v: 5 }],
        ['checked change_type Item.v 0'],
      ],
      ['  v Float', '  v Int', [{ v: 0.5 }, { v: 2 }], ['checked change_type Item.v 0']],
      ['  v BigInt', '  v Int', [{ v: '9007199254740993' }], ['checked change_type Item.v 0']],
      ['  v String\n  x E?', '  v E\n  x E?', [{ v: 'A' }, { v: 'other' }], ['checked change_type Item.v 0']],
      ['  v String[]', '  v E[]', [{ v: ['many'] }, {}], ['checked change_type Item.v 0']],
      ['  v Int[]', '  v Boolean[]', [{ v: [1, 2] }, {}], ['checked change_type Item.v 0']],
      ['  v Int', '  v Int @gt(3)', [{ v: 1 }], []],
    ] as const;
    for (const [body, refused, rows, back] of cases) {
      const [aml, next] = [body, refused].map((text) => model(text) + 'enum E { A B }\n') as [string, string];
      const app = await grown(aml, rows);
      const before = await app.records(aml);
      expect(summary(await app.become(next)).join(), refused).toContain('refused');
      expect(summary(await app.become(aml)), refused).toEqual(back);
      expect(await app.records(aml), refused).toEqual(before);
      expect(summary(await app.become(aml)), refused).toEqual([]);
    }
  });

  it('keep values that a narrower validator would not take, and the plan counts them', async () => {
    const at = (rule: string, type = 'String'): string => model(`  v ${type}${rule}`);
    const cases: readonly (readonly [string, string, string, readonly unknown[], number, number])[] = [
      ['String', '', ' @length(2, 3)', ['a', 'ab', 'abcd', '☃☃☃', '\u{1F600}'], 3, 5],
      ['String', ' @length(1, 9)', ' @length(1, 5)', ['abc', 'abcdef'], 1, 2],
      ['String', '', ' @email', ['a@b.de', 'a', 'x'.repeat(5_000)], 2, 3],
      ['String', '', ' @url', ['https://a.de', 'a', `https://a.de/${'x'.repeat(9_000)}`], 1, 3],
      ['String', '', ' @regex("^[a-c]+$") @length(2, 9)', ['abc', 'abd', 'a'], 2, 3],
      ['Int', '', ' @gt(0) @lte(3)', [0, 1, 3, 4], 2, 4],
      ['BigInt', '', ' @lt(9007199254740993)', ['9007199254740992', '9007199254740993'], 1, 2],
      ['Decimal', '', ' @gte(0.10)', ['0.1', '0.09'], 1, 2],
      ['Float', '', ' @lte(0.3)', [0.3, 0.1 + 0.2, 0.09], 1, 3],
      ['DateTime', '', ' @gte("2026-01-01T00:00:00Z")', ['2025-12-31T23:59:59.999Z', '2026-01-01'], 1, 2],
      ['Int[]', '', ' @length(1, 2)', [[1], [], [1, 2, 3]], 2, 3],
    ];
    for (const [type, wide, narrow, values, misfits, all] of cases) {
      const app = await grown(
        at(wide, type),
        values.map((v) => ({ v })),
      );
      const plan = await app.become(at(narrow, type));
      expect(summary(plan), narrow).toEqual([`refused narrow_field Item.v ${misfits}`]);
      expect(plan.changes[0]?.sentence).toMatch(/but \d rows? ha(s|ve) another value: it stays there/);
      expect(await app.records(at(narrow, type)), narrow).toHaveLength(all);
      // The check that new records meet says the same of every value.
      const answers = await Promise.all(values.map((v) => app.now(at(narrow, type)).insert({ v })));
      expect(
        answers.filter(({ status }) => status === 422),
        narrow,
      ).toHaveLength(misfits);
      expect(summary(await app.become(at(narrow, type)))).toEqual([]);
      expect(summary(await app.become(at(wide, type)))).toEqual([]);
    }
    const fit = await grown(at(''), [{ v: 'a@b.de' }]);
    const plan = await fit.become(at(' @email @trim'));
    expect(plan.changes.map(({ sentence }) => sentence)).toEqual([
      'Item.v asks for an e-mail address; every row has that.',
    ]);
  });

  it('keep a value that their enum no longer names, in every field of that enum', async () => {
    const aml = (values: string): string => `enum Mood { ${values} }\n${model('  now Mood\n  later Mood')}`;
    const app = await grown(aml('A B C'), [{ now: 'B', later: 'A' }]);
    const plan = await app.become(aml('A'));
    expect(summary(plan)).toEqual(['refused remove_enum_value Item.now 1']);
    expect(summary(await app.become(aml('A')))).toEqual(['refused remove_enum_value Item.now 1']);
    expect(await app.records(aml('A'))).toEqual([{ id: 1, now: 'B', later: 'A' }]);
  });
});
