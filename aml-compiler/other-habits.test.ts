import { describe, expect, it } from 'vitest';
import { only, places, task } from './corpus/places.ts';

const hint = (source: string): string | undefined => only(source).hint;

describe('what other languages write', () => {
  it.each([
    ['x Int @min(3)', 'Write `@gte(3)`.'],
    ['x String @min(3)', 'Write `@length(min: 3)`.'],
    ['x Int @max(10)', 'Write `@lte(10)`.'],
    ['x String @maxLength(20)', 'Write `@length(20)`.'],
    ['x DateTime @createdAt', 'Write `@default(now())`.'],
    ['x String @required', 'Remove it: a field is required unless its type ends in `?`.'],
    ['x String @len(3)', 'Write `@length(1, 80)`.'],
    ['x String @uniqe', 'Did you mean `@unique`?'],
    ['x String\n@index([x])', 'Write `@@index([x])` on a line of its own.'],
  ])('knows the attribute in %s', (field, wanted) => expect(hint(task(field))).toBe(wanted));

  it.each([
    ['x []String', 'Write `x String[]`.'],
    ['x List<Int>', 'Write `x Int[]`: `?` behind a type makes it optional, `[]` a list.'],
    ['x Optional<Int>', 'Write `x Int?`: `?` behind a type makes it optional, `[]` a list.'],
    ['x Map<String, Int>', 'Write `x Json`: `?` behind a type makes it optional, `[]` a list.'],
    ['x varchar(80)', 'Write `x String @length(80)` for a text of at most 80 characters.'],
    ['x Unsupported("point")?', 'Write `x String` or `x Json`.'],
    ['x enum("a", "b")', 'Write `x Kind` and a block of its own, such as `enum Kind { OPEN DONE }`.'],
    [
      "x 'a' | 'b'",
      'For a fixed set of values write `x Kind` and a block `enum Kind { … }`, else `x String`.',
    ],
    ['String x', 'The name stands before the type: `x String`.'],
    ['x String[][]', 'Make it a model of its own, or write `x Json`.'],
    ['x String??', 'Remove this one.'],
    ['x\u200b String', 'Remove it, or put a space there.'],
    ['x String @length[1, 80]', 'Write `(` and `)`, such as `@length(1, 80)`.'],
    ['x Int @default{0}', 'Write `(` and `)`, such as `@length(1, 80)`.'],
  ])('says it once, with the type to write: %s', (field, wanted) => expect(hint(task(field))).toBe(wanted));

  it.each([
    ['read, everyone', 'Write `anyone`.'],
    ['anyone, owner', 'The operation comes first: `@@allow(read, anyone)`.'],
    ['all, owner', 'Write one of read, create, update, delete, and a line for each.'],
  ])('knows the rule %s', (rule, wanted) => expect(hint(task('x Int', `@@allow(${rule})`))).toBe(wanted));

  it('takes every space of Unicode for one', () => {
    expect(places('model\u3000Task\u2003{\n\u00a0x\u202fString\n}')).toEqual([]);
  });
});

describe('a mistake hides nothing and marks nothing else', () => {
  it('never gives the attribute of a line to the field above it', () => {
    expect(places(task('a String', '@unique b String'))).toEqual(['3:9 unexpected_text']);
    expect(places(task('a String', '@unique', 'b String'))).toEqual([]);
  });

  it('reads on in a block whose word is mistyped, and knows its name', () => {
    const post = 'model Post {\nuser User @relation(fields: [userId], references: [id])\nuserId String\n}';
    expect(places(`modle User {\nposts Post[]\nname Strng\n}\n${post}`)).toEqual([
      '1:1 unknown_block',
      '3:6 unknown_type',
    ]);
  });

  it('says once that a model has the wrong brackets', () => {
    expect(places('model Task (\ntitle Strng\n)\nmodel Note [\ntext Strng\n]')).toEqual([
      '1:12 missing_brace',
      '2:7 unknown_type',
      '4:12 missing_brace',
      '5:6 unknown_type',
    ]);
  });

  it('tells a block inside of a block from a forgotten brace', () => {
    expect(places('model Task {\n  done Boolean\n  enum State {\n    OPEN\n  }\n  title Strng\n}')).toEqual([
      '3:3 unexpected_text',
      '6:9 unknown_type',
    ]);
  });
});

describe('hints about relations can be pasted', () => {
  const user = 'model User { posts Post[] }\n';

  it('asks for the foreign key, whose near name is the relation itself', () => {
    const source = `${user}model Post { author User @relation(fields: [authorId], references: [id]) }`;
    expect(hint(source)).toBe('Add the foreign key: `authorId String`.');
  });

  it('knows fields and references in the wrong order', () => {
    const source = `${user}model Post {\nauthor User @relation(fields: [id], references: [authorId])\nauthorId String\n}`;
    expect(places(source)).toEqual(['3:32 unknown_field', '3:50 unknown_field']);
  });

  it('has every field of a composite key', () => {
    expect(
      hint('model Room {\na String\nb Int\ndesks Desk[]\n@@id([a, b])\n}\nmodel Desk { room Room }'),
    ).toBe(
      'Write `room Room @relation(fields: [roomA, roomB], references: [a, b])` and `roomA String` and `roomB Int`.',
    );
  });

  it('has one at the other side of a unique key', () => {
    const source =
      'model User { name String }\nmodel Box {\nuser User @relation(fields: [userId], references: [id])\nuserId String @unique\n}';
    expect(hint(source)).toBe('Add to `model User`: `box Box?`.');
    expect(hint(source.replace(' @unique', ''))).toBe('Add to `model User`: `boxes Box[]`.');
  });
});

describe('another language altogether', () => {
  it.each([
    ['SQL', '-- notes\nCREATE TABLE notes (id int);'],
    ['Python', 'class Task(BaseModel):\n    title: str'],
    ['JavaScript', "module.exports = { Task: { title: 'string' } }"],
    ['JavaScript', '@Entity()\nexport class User {\n  id: number;\n}'],
    ['TOML', '[Task]\ntitle = "string"'],
    ['JSON', '[{"name": "Task"}]'],
  ])('is %s', (language, source) => expect(only(source).message).toContain(language));
});
