import { describe, expect, it } from 'vitest';
import { irOf, only, places, task } from '../corpus/places.ts';

const value = (source: string, name: string): unknown => {
  const field = irOf(source).models[0]?.fields.find((other) => other.name === name);
  return field?.kind === 'relation' ? undefined : field?.default;
};

describe('types', () => {
  it.each([
    ['Strng', 'Did you mean `String`?'],
    ['text', 'Write `x String`.'],
    ['Date', 'Write `x DateTime`.'],
    ['number', 'Write `x Float`.'],
    ['Stat', 'Did you mean `State`?'],
  ])('knows what %s meant', (type, hint) => {
    expect(only(`${task(`x ${type}`)}enum State { A }`)).toMatchObject({
      code: 'unknown_type',
      hint,
      line: 2,
      col: 3,
    });
  });
});

describe('defaults', () => {
  it('keeps literals as the IR wants them', () => {
    const source = task(
      's String @default("a\\n\\u0041")',
      'i Int @default(-5)',
      'n BigInt @default(9223372036854775807)',
      'f Float @default(0.5)',
      'd Decimal @default(1.50)',
      't DateTime @default("2024-02-29T12:00:00+02:00")',
      'j Json @default("{\\"a\\":[1,null]}")',
      'b Boolean @default(true)',
      'e State @default(DONE)',
      'l Int[] @default([1, 2])',
      'z String?',
    );
    const all = `${source}enum State { OPEN DONE }`;
    const literals = ['s', 'i', 'n', 'f', 'd', 't', 'j', 'b', 'e', 'l'].map((name) => value(all, name));
    expect(literals).toEqual(
      [
        'a\nA',
        -5,
        '9223372036854775807',
        0.5,
        '1.50',
        '2024-02-29T12:00:00+02:00',
        { a: [1, null] },
        true,
        'DONE',
        [1, 2],
      ].map((literal) => ({ kind: 'literal', value: literal })),
    );
    expect(value(all, 'z')).toBeNull();
    expect(value(all, 'id')).toEqual({ kind: 'generated', fn: 'cuid' });
  });

  it.each([
    ['x Int @default("0")', 'bad_default'],
    ['x Int @default(1.5)', 'bad_default'],
    ['x Int @default(2147483648)', 'bad_default'],
    ['x Int @default(1e5)', 'bad_default'],
    ['x BigInt @default(9223372036854775808)', 'bad_default'],
    [`x BigInt @default(${'9'.repeat(5000)})`, 'bad_default'],
    [`x Float @default(${'9'.repeat(400)})`, 'bad_default'],
    ['x Decimal @default("1.5")', 'bad_default'],
    ['x DateTime @default("2026-02-30T00:00:00Z")', 'bad_default'],
    ['x DateTime @default("2026-01-31")', 'bad_default'],
    ['x DateTime @default(now)', 'bad_default'],
    ['x String @default(null)', 'bad_default'],
    ['x String @default(now())', 'bad_default'],
    ['x Int @default(cuid())', 'bad_default'],
    ['x String[] @default("a")', 'bad_default'],
    ['x String[] @default([1])', 'bad_default'],
    ['x Json @default("{")', 'bad_default'],
    ['x Json @default({})', 'unexpected_text'],
    [`x Json @default("${'['.repeat(40)}${']'.repeat(40)}")`, 'bad_default'],
    ['x Json @default("\\"\\\\u0000\\"")', 'bad_default'],
    ['x DateTime @default(nwo())', 'unknown_function'],
    ['x String @default(dbgenerated("x"))', 'unknown_function'],
    ['x String @default(uuid(9))', 'bad_argument'],
    ['x State @default("OPEN")', 'unknown_value'],
    ['x State @default(OPN)', 'unknown_value'],
    ['x State @default(State.OPEN)', 'unexpected_text'],
    ['x Int @updatedAt', 'not_applicable'],
    ['x Int @default(3) @gt(3)', 'default_breaks_rule'],
    ['x BigInt @default(9007199254740993) @gt(9007199254740993)', 'default_breaks_rule'],
    ['x Decimal @default(-0.5) @gte(0)', 'default_breaks_rule'],
    ['x DateTime @default("2020-01-01T00:00:00Z") @lt("2020-01-01T01:00:00+01:00")', 'default_breaks_rule'],
    ['x String @default("😀😀") @length(1)', 'default_breaks_rule'],
  ])('refuses %s', (line, code) => expect(only(`${task(line)}enum State { OPEN }`).code).toBe(code));

  it('survives JSON that is nested as deep as the text allows', () => {
    expect(only(task(`x Json @default("${'['.repeat(60_000)}")`)).code).toBe('bad_default');
  });

  it('warns that the version of an id has no effect', () => {
    expect(only(task('x String @default(uuid(7))'))).toMatchObject({
      code: 'argument_ignored',
      severity: 'warning',
    });
  });
});

describe('validators', () => {
  const validators = (line: string): unknown => {
    const field = irOf(task(line)).models[0]?.fields[1];
    return field?.kind === 'relation' ? undefined : field?.validators;
  };

  it('puts what changes the value first, then the length, whatever the order written', () => {
    expect(validators('x String @regex("^a$") @length(1, 9) @lower @email @trim')).toEqual([
      { kind: 'lower' },
      { kind: 'trim' },
      { kind: 'length', min: 1, max: 9 },
      { kind: 'regex', pattern: '^a$' },
      { kind: 'email' },
    ]);
  });

  it.each([
    ['@length(80)', 0, 80],
    ['@length(1, 80)', 1, 80],
    ['@length(max: 5, min: 2)', 2, 5],
    ['@length(max: 5)', 0, 5],
    ['@length(min: 2)', 2, Number.MAX_SAFE_INTEGER],
  ])('reads %s', (text, min, max) =>
    expect(validators(`x String ${text}`)).toEqual([{ kind: 'length', min, max }]),
  );

  it.each([
    ['x Int @email', 'not_applicable'],
    ['x String @gt(3)', 'not_applicable'],
    ['x String[] @trim', 'not_applicable'],
    ['x Json @length(3)', 'not_applicable'],
    ['x Int @gt("3")', 'bad_argument'],
    ['x DateTime @gt(3)', 'bad_argument'],
    ['x DateTime @gt(now())', 'bad_argument'],
    ['x String @length(-1)', 'bad_argument'],
    ['x String @length(9, 1)', 'impossible_bounds'],
    ['x String @length', 'missing_argument'],
    ['x Int @gt(3) @lte(3)', 'impossible_bounds'],
    ['x Decimal @gte(0.30) @lte(0.3) @gt(0.3)', 'impossible_bounds'],
    ['x Decimal @gte(0.30001) @lte(0.3)', 'impossible_bounds'],
    ['x BigInt @gt(-9) @lt(-10)', 'impossible_bounds'],
    ['x String @regex(abc)', 'bad_argument'],
  ])('refuses %s', (line, code) => expect(only(task(line)).code).toBe(code));

  it('takes bounds that meet', () => expect(places(task('x Decimal @gte(0.30) @lte(0.3)'))).toEqual([]));
});

describe('attributes', () => {
  it.each([
    ['x Int @uniqe', 'Did you mean `@unique`?'],
    ['x Int @index', 'Write `@@index([x])` on a line of its own.'],
  ])('knows what %s meant', (line, hint) =>
    expect(only(task(line))).toMatchObject({ code: 'unknown_attribute', hint }),
  );

  it('reports every mistake of a line', () => {
    expect(places(task('x Foo @uniqe @default @db.Text @length(1, 2, 3)'))).toEqual([
      '2:3 unknown_type',
      '2:7 unknown_attribute',
      '2:14 missing_argument',
      '2:23 attribute_ignored',
      '2:46 unknown_argument',
    ]);
  });

  it('refuses attributes on enums', () => {
    expect(places('enum State {\n  OPEN @default\n  DONE @map("d")\n  @@id([OPEN])\n}')).toEqual([
      '2:8 not_applicable',
      '3:8 attribute_ignored',
      '4:3 not_applicable',
    ]);
  });
});

describe('renames', () => {
  it('allows swaps', () => {
    const { models } = irOf(task('a Int @was("b")', 'b Int @was("a")', '@@was("Old")'));
    expect(models[0]?.was).toBe('Old');
    expect(models[0]?.fields.map((field) => field.was)).toEqual([null, 'b', 'a']);
  });

  it.each(['a Int @was("a")', 'a Int @was("no name")', 'a Int @was(b)', 'a Int @was("c")\nb Int @was("c")'])(
    'refuses %s',
    (lines) => expect(only(task(lines)).code).toBe('bad_was'),
  );
});

describe('rules', () => {
  it('always gives all four, the default where nothing is said', () => {
    expect(irOf(task('a Int')).models[0]?.rules).toEqual({
      read: 'anyone',
      create: 'anyone',
      update: 'owner',
      delete: 'owner',
    });
    expect(irOf(task('a Int', '@@allow(update, anyone)', '@@allow(read, owner)')).models[0]?.rules).toEqual({
      read: 'owner',
      create: 'anyone',
      update: 'anyone',
      delete: 'owner',
    });
  });

  it.each([
    ['@@allow(raed, anyone)', 'Did you mean `read`?'],
    ['@@allow(read, anyon)', 'Did you mean `anyone`?'],
    ['@@allow("read", anyone)', 'Did you mean `read`?'],
  ])('knows what %s meant', (line, hint) =>
    expect(only(task('a Int', line))).toMatchObject({ code: 'bad_argument', hint }),
  );
});
