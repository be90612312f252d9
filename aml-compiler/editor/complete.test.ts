import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edited } from '../corpus/edits.ts';
import { aml } from './language.ts';
import { completeAml } from './complete.ts';

/** Labels offered at the `|` of a text; null when nothing opens. */
function offered(marked: string, explicit = false): readonly string[] | null {
  const pos = marked.indexOf('|');
  const state = EditorState.create({ doc: marked.replace('|', ''), extensions: [aml()] });
  const result = completeAml(new CompletionContext(state, pos, explicit));
  return result?.options.map(({ label }) => label) ?? null;
}

const TYPES = ['String', 'Boolean', 'Int', 'BigInt', 'Float', 'Decimal', 'DateTime', 'Json'];
const STRING = [
  '@id',
  '@unique',
  '@default',
  '@was',
  '@length',
  '@email',
  '@url',
  '@trim',
  '@lower',
  '@regex',
];
const NUMBER = ['@id', '@unique', '@default', '@was', '@gt', '@gte', '@lt', '@lte'];
const BLOCK = ['@@id', '@@unique', '@@index', '@@was', '@@allow'];
const ACTIONS = ['Cascade', 'Restrict', 'NoAction', 'SetNull', 'SetDefault'];

/** A model with a relation around the place in question. */
const inTask = (line: string): string =>
  `model User {\n  name String\n  tasks Task[]\n}\nmodel Task {\n  title String\n  tags String[]\n  userId String\n  data Json\n${line}\n}\nenum State { OPEN DONE }\n`;

const OFFERS: readonly (readonly [string, readonly string[]])[] = [
  ['mo|', ['model', 'enum']],
  ['model A {\n  a String\n}\n\nen|', ['model', 'enum']],
  ['model A { a String } e|', ['model', 'enum']],
  [inTask('  state S|'), [...TYPES, 'State', 'User', 'Task']],
  [inTask('  state S| @default(OPEN)'), [...TYPES, 'State', 'User', 'Task']],
  ['model A { a S| }', [...TYPES, 'A']],
  ['model A { a String b I| }', [...TYPES, 'A']],
  ['model A {\n  a S|\n\nmodel B {\n  b Int\n}', [...TYPES, 'A', 'B']],
  [inTask('  name String @|'), STRING],
  [inTask('  name String @un|'), STRING],
  [inTask('  name String un|'), STRING],
  [inTask('  name String @id @|'), STRING.filter((name) => name !== '@id')],
  [inTask('  name String? @|'), STRING.filter((name) => name !== '@id')],
  [inTask('  name String\n    @un|'), [...BLOCK, ...STRING]],
  [inTask('  count Int @|'), NUMBER],
  [inTask('  list Int[] @|'), ['@default', '@was', '@length']],
  [
    inTask('  at DateTime @|'),
    ['@id', '@unique', '@default', '@updatedAt', '@was', '@gt', '@gte', '@lt', '@lte'],
  ],
  [inTask('  done Boolean @|'), ['@id', '@unique', '@default', '@was']],
  [inTask('  extra Json @|'), ['@default', '@was']],
  [inTask('  state State @|'), ['@id', '@unique', '@default', '@was']],
  [inTask('  user User @|'), ['@relation']],
  [inTask('  @@|'), BLOCK],
  [inTask('  @@id([title])\n  @@|'), BLOCK.filter((name) => name !== '@@id')],
  [inTask('  state State @default(|)'), ['OPEN', 'DONE']],
  [inTask('  state State @default(O|'), ['OPEN', 'DONE']],
  [inTask('  states State[] @default(|)'), ['[]']],
  [inTask('  states State[] @default([OPEN, |])'), ['DONE']],
  [inTask('  key String @default(|)'), ['cuid()', 'uuid()']],
  [inTask('  at DateTime @default(n|)'), ['now()']],
  [inTask('  count Int @default(|)'), ['autoincrement()']],
  [inTask('  done Boolean @default(|)'), ['true', 'false']],
  [inTask('  size String @length(|)'), ['min:', 'max:']],
  [inTask('  size String @length(min: 1, |)'), ['max:']],
  [inTask('  user User @relation(|)'), ['name:', 'fields:', 'references:', 'onDelete:', 'onUpdate:']],
  [inTask('  user User @relation(fields: [|])'), ['title', 'userId']],
  [inTask('  user User @relation(fields: [|'), ['title', 'userId']],
  [inTask('  user User @relation(fields: [userId], references: [|])'), ['id', 'name']],
  [inTask('  user User @relation(fields: [userId], |)'), ['name:', 'references:', 'onDelete:', 'onUpdate:']],
  [inTask('  user User @relation(\n    fields: [userId],\n    onDelete: |\n  )'), ACTIONS],
  [inTask('  user User @relation(fields: [userId], references: [id], onUpdate: C|)'), ACTIONS],
  [inTask('  @@index([|])'), ['title', 'userId']],
  [inTask('  @@index([title, |])'), ['userId']],
  [inTask('  @@unique([\n    title,\n    |\n  ])'), ['userId']],
  [inTask('  @@id(fields: [|])'), ['title', 'userId']],
  [inTask('  @@index([title(|)])'), ['sort:']],
  [inTask('  @@index([title(sort: |)])'), ['Asc', 'Desc']],
  [inTask('  @@allow(|)'), ['read', 'create', 'update', 'delete']],
  [inTask('  @@allow(read, |)'), ['anyone', 'owner']],
  [inTask('  @@allow(read, a|'), ['anyone', 'owner']],
];

const SILENT: readonly string[] = [
  'model |',
  'model A|',
  inTask('  // a comm|'),
  inTask('  /* a comm| */'),
  inTask('  /// a doc @|'),
  inTask('  text String @default("op|en")'),
  inTask('  text String @default("op|'),
  inTask('  na|'),
  inTask('  count Int @gte(1|)'),
  inTask('  name String @db.V|'),
  inTask('  name String @default(cuid(|))'),
  inTask('  @@allow(read, owner |)'),
  inTask('  @@index|([title])').replace('@@index|', 'x| '),
  'enum State {\n  OP|\n}',
  'datasource db {\n  pro|\n}',
];

describe('completion', () => {
  it.each(OFFERS)('of %j', (marked, labels) => {
    expect(offered(marked)).toEqual(labels);
  });

  it.each(SILENT)('leaves %j alone', (marked) => {
    expect(offered(marked)).toBeNull();
  });

  it('answers when asked before anything is typed', () => {
    expect(offered('|')).toBeNull();
    expect(offered('|', true)).toEqual(['model', 'enum']);
    expect(offered(inTask('  state |'))).toBeNull();
    expect(offered(inTask('  state |'), true)).toContain('State');
    expect(offered(inTask('  name String |'), true)).toEqual(STRING);
    expect(offered(inTask('  |'), true)).toEqual(BLOCK);
  });

  it('begins at the mark, so that a choice replaces it', () => {
    const state = EditorState.create({ doc: 'model A {\n  a String @un\n}', extensions: [aml()] });
    expect(completeAml(new CompletionContext(state, 24, false))?.from).toBe(21);
  });

  it('never throws, whatever the text and the place', () => {
    fc.assert(
      fc.property(edited, fc.double({ min: 0, max: 1, noNaN: true }), (source, at) => {
        const state = EditorState.create({ doc: source, extensions: [aml()] });
        completeAml(new CompletionContext(state, Math.floor(at * state.doc.length), true));
      }),
      { numRuns: 500 },
    );
  });
});
