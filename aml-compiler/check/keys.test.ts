import { describe, expect, it } from 'vitest';
import { irOf, only, places, task } from '../corpus/places.ts';

const first = (source: string): ReturnType<typeof irOf>['models'][number] => {
  const model = irOf(source).models[0];
  if (model === undefined) throw new Error('no model');
  return model;
};

describe('primary keys', () => {
  it('adds an id where there is none', () => {
    const model = first(task('title String'));
    expect(model.primaryKey).toEqual(['id']);
    expect(model.fields[0]).toMatchObject({
      name: 'id',
      unique: true,
      default: { kind: 'generated', fn: 'cuid' },
    });
  });

  it('takes a unique id for the key, as Prisma would', () => {
    const model = first(task('id String @unique', 'title String'));
    expect([model.primaryKey, model.uniques]).toEqual([['id'], []]);
  });

  it('knows keys of several fields', () => {
    const model = first(task('a String', 'b Int', '@@id([b, a])'));
    expect(model.primaryKey).toEqual(['b', 'a']);
    expect(model.fields.map((field) => field.kind !== 'relation' && field.unique)).toEqual([false, false]);
  });

  it.each([
    ['id String', 'id_not_marked'],
    ['Id Int', 'id_not_marked'],
    ['a Int @id\nb Int @id', 'several_keys'],
    ['a Int @id\nb Int\n@@id([a, b])', 'several_keys'],
    ['a Int?\nb Int\n@@id([a, b])', 'optional_key'],
    ['a Int\nb Int\na_b Int\n@@id([a, b])', 'reserved_name'],
    ['a Int\nb Int\na_b Int\n@@unique([a, b])', 'reserved_name'],
    ['a Json @id', 'key_type'],
    ['a Int\n@@id([a, nope])', 'unknown_field'],
    ['a Int\n@@id(a)', 'bad_argument'],
    ['a Int\n@@id(["a"])', 'bad_argument'],
    ['a Int\n@@unique([])', 'bad_argument'],
    ['a Int\n@@unique([a, a])', 'bad_argument'],
    ['a Int\n@@index([a(sort: Up)])', 'bad_argument'],
  ])('refuses %j', (lines, code) => expect(only(task(lines)).code).toBe(code));
});

describe('unique keys and indexes', () => {
  it('collects them in order, each once', () => {
    const model = first(
      task(
        'a Int @unique',
        'b Int',
        '@@unique([a, b])',
        '@@index([b, a(sort: Desc)])',
        '@@index([b, a(sort: Desc)])',
      ),
    );
    expect(model.uniques).toEqual([['a'], ['a', 'b']]);
    expect(model.indexes).toEqual([
      {
        fields: [
          { name: 'b', sort: 'asc' },
          { name: 'a', sort: 'desc' },
        ],
      },
    ]);
    expect(model.fields[1]).toMatchObject({ name: 'a', unique: true });
  });

  it('does not index a relation, but names its foreign key', () => {
    const source = `${task('user User @relation(fields: [userId], references: [id])', 'userId String', '@@index([user])')}model User { tasks Task[] }`;
    expect(only(source)).toMatchObject({ code: 'not_applicable', hint: 'Use its foreign key, `userId`.' });
  });
});

describe('projectId', () => {
  it('is the scope column when declared alone, and leaves keys and indexes', () => {
    const source = task(
      'projectId String',
      'slug String',
      '@@unique([projectId, slug])',
      '@@index([projectId])',
    );
    expect(places(source)).toEqual(['2:1 scope_column']);
    const model = first(source);
    expect(model.fields.map((field) => field.name)).toEqual(['id', 'slug']);
    expect([model.uniques, model.indexes]).toEqual([[['slug']], []]);
  });

  it('is no primary key, so that an id is added', () => {
    expect(first(task('projectId String', 'x Int', '@@id([projectId])')).primaryKey).toEqual(['id']);
    expect(first(task('projectId String @id', 'x Int')).primaryKey).toEqual(['id']);
    const withId = first(
      task('projectId String', 'id Int @default(autoincrement())', '@@id([projectId, id])'),
    );
    expect([withId.primaryKey, withId.fields.length]).toEqual([['id'], 1]);
    expect(places(task('projectId String', 'id String', '@@id([projectId])'))).toEqual([
      '2:1 scope_column',
      '3:1 id_not_marked',
    ]);
  });

  it('is an ordinary field as a foreign key of the app, or of another type', () => {
    const own = `${task('project Project @relation(fields: [projectId], references: [id])', 'projectId String')}model Project { tasks Task[] }`;
    expect(places(own)).toEqual([]);
    expect(first(own).fields.map((field) => field.name)).toEqual(['id', 'project', 'projectId']);
    expect(first(task('projectId Int')).fields.map((field) => field.name)).toEqual(['id', 'projectId']);
  });
});

describe('the overflow field', () => {
  it('is the single Json field', () => {
    expect(first(task('a Json?')).overflowField).toBe('a');
    expect(first(task('a Json', 'b Json')).overflowField).toBeNull();
    expect(first(task('a Json[]')).overflowField).toBeNull();
  });
});
