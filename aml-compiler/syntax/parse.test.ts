import { describe, expect, it } from 'vitest';
import { only, irOf, places, task } from '../corpus/places.ts';

describe('places', () => {
  it('counts lines and columns from 1, whatever ends the lines', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(places(['model Task {', '  title Strng', '}'].join(end))).toEqual(['2:9 unknown_type']);
  });

  it('gives a byte order mark no width', () => {
    expect(places('\ufeffmodel Task { title Strng }')).toEqual(['1:20 unknown_type']);
  });

  it('reports what is unclosed where it opens', () => {
    expect(places('model Task {\n  title String\n')).toEqual(['1:1 unclosed_block']);
    expect(places(task('  title String @length(1, 80', '  text String'))).toEqual(['2:23 unclosed_bracket']);
    expect(places(task('  title String @default("a)', '  text Strng'))).toEqual([
      '2:25 unclosed_string',
      '3:8 unknown_type',
    ]);
    expect(places('model A { x Int }\n  /* never')).toEqual(['2:3 unclosed_comment']);
  });
});

describe('recovery', () => {
  it('does not let a broken model hide the mistakes of the next', () => {
    const source = `model One {
  title Strng
  other String @default((

model Two {
  text  Txt
  slug String @uniqe
}
enum Three { a a }
}
model Four { x Foo }`;
    expect(places(source)).toEqual([
      '1:1 unclosed_block',
      '2:9 unknown_type',
      '3:25 unexpected_text',
      '6:9 unknown_type',
      '7:15 unknown_attribute',
      '9:16 duplicate_name',
      '10:1 unexpected_text',
      '11:16 unknown_type',
    ]);
  });

  it('takes a field named like a block word for a field', () => {
    expect(
      irOf(task('  model String', '  enum Int', '  type String?')).models[0]?.fields.map((f) => f.name),
    ).toEqual(['id', 'model', 'enum', 'type']);
  });

  it('says one sentence for a run of stray text', () => {
    expect(places('Here is your model:\n\nmodel Task { title String }\n\nDon\'t forget "it"!')).toEqual([
      '1:1 unexpected_text',
      '5:1 unexpected_text',
    ]);
  });

  it('names a Markdown fence', () => {
    const source = '```prisma\nmodel Task { title String }\n```';
    expect(places(source)).toEqual(['1:1 unexpected_text', '3:1 unexpected_text']);
  });

  it('reads on behind what other languages would write', () => {
    expect(
      places(task('  title: String!,', '  size VARCHAR(20) NOT NULL', '  tags [String!]!', '  ok Foo')),
    ).toEqual([
      '2:8 unexpected_text',
      '2:16 unexpected_text',
      '2:17 unneeded_punctuation',
      '3:15 unexpected_text',
      '3:20 unexpected_text',
      '4:8 list_syntax',
      '5:6 unknown_type',
    ]);
  });

  it('refuses a block inside of a block, and finds the right end', () => {
    expect(places(task('  address {', '    street String', '  }', '  next Foo'))).toEqual([
      '2:11 unexpected_text',
      '5:8 unknown_type',
    ]);
  });
});

describe('habits of other languages', () => {
  it.each([
    ['# a comment\nmodel Task { title String }', '1:1 unexpected_text', 'A comment begins with `//`.'],
    [task('  -- a comment', '  title String'), '2:3 unexpected_text', 'A comment begins with `//`.'],
    [task('  title?: String'), '2:8 unexpected_text', 'Write `title String?`.'],
    [task('  title String = "x"'), '2:16 unexpected_text', 'A default is an attribute: `@default(…)`.'],
    [
      'model Task extends Base {\n  title String\n}',
      '1:12 unexpected_text',
      'Write `model Task {`; models do not inherit, write all fields out.',
    ],
    [
      task('  data Json @default({ "a": [1, 2] })', '  title String'),
      '2:22 unexpected_text',
      'A Json default is JSON in a text: `@default("{}")`, with `\\"` for the quotes in it.',
    ],
    [
      task('  title String', '  @@index(title)'),
      '3:11 bad_argument',
      'Write for example `[title]`, without quotes.',
    ],
    ['Model Task { title String }', '1:1 unknown_block', 'Did you mean `model`?'],
  ])('has a hint for %j', (source, place, hint) => {
    expect(places(source)).toEqual([place]);
    expect(only(source).hint).toBe(hint);
  });
});

describe('a text in another language', () => {
  it.each([
    ['JSON', '{"models": [{"name": "Task", "fields": {"title": "String"}}]}'],
    [
      'SQL',
      'CREATE TABLE task (\n  id serial PRIMARY KEY,\n  title text NOT NULL\n);\nCREATE INDEX x ON task (title);',
    ],
    ['TypeScript', 'import { z } from "zod";\nexport interface Task {\n  title: string;\n}'],
    ['TypeScript', 'interface Task {\n  title: string;\n  done: boolean;\n}'],
    ['GraphQL', 'type Task {\n  id: ID!\n  title: String!\n}'],
    ['Python', 'from django.db import models\nclass Task(models.Model):\n    title = models.CharField()'],
    ['prose', "I'd like a guestbook. It's for visitors' names (and a message)."],
    ['Markdown', '```sql\nSELECT 1;\n```'],
    ['HTML', '<!doctype html><p>Hello</p>'],
    ['YAML', 'models:\n  - name: Task\n    fields:\n      title: string'],
  ])('is one sentence: %s', (language, source) => {
    const { code, message, line, col } = only(source);
    expect({ code, line, col }).toEqual({ code: 'not_aml', line: 1, col: 1 });
    expect(message).toContain(language === 'TypeScript' && source.startsWith('import') ? 'Script' : language);
  });

  it('is not what an empty text is: that is an app without a backend', () => {
    for (const source of ['', ' \n\t', '// later\n', '\ufeff'])
      expect(irOf(source)).toEqual({ models: [], enums: [] });
  });
});

describe('documentation', () => {
  it('comes from above and from the end of the line', () => {
    const { models, enums } = irOf(`/// One
/// two
model Task {
  /// Three
  title String // no
  text String /// Four
}
enum State {
  /// Five
  OPEN
  DONE /// Six
}`);
    expect(models[0]?.doc).toBe('One\ntwo');
    expect(models[0]?.fields.map((field) => field.doc)).toEqual([null, 'Three', 'Four']);
    expect(enums[0]?.values.map((value) => value.doc)).toEqual(['Five', 'Six']);
  });
});
