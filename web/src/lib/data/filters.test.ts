import { expect, it } from 'vitest';
import { Failure } from '#lib/graphql/failure.ts';
import { filterMistake, operatorsFor, whereOf } from './filters.ts';
import { columnsOf, type Field, type Model } from './model.ts';
import { readState, writeState } from './view-state.ts';
import { readTexts, textOf, textsOf } from './field-text.ts';

function field(name: string, type: string, more: Partial<Field> = {}): Field {
  return {
    name,
    doc: null,
    kind: 'scalar',
    type,
    list: false,
    optional: false,
    required: true,
    creatable: true,
    changeable: true,
    unique: false,
    default: null,
    enumValues: [],
    operators: [],
    fields: [],
    references: [],
    ...more,
  };
}
const model: Model = {
  name: 'Thing',
  doc: null,
  primaryKey: ['id'],
  count: 0,
  fields: [
    field('id', 'String', { creatable: false, changeable: false }),
    field('text', 'String'),
    field('maybe', 'String', { optional: true, required: false }),
    field('done', 'Boolean'),
    field('at', 'DateTime', { optional: true, required: false }),
    field('tags', 'String', { list: true, required: false }),
    field('more', 'Json', { optional: true, required: false }),
  ],
};

it('offers the operators that fit, and makes the conditions of the bridge', () => {
  expect(model.fields.map((one) => operatorsFor(one)[0])).toEqual([
    'contains',
    'contains',
    'contains',
    'equals',
    'equals',
    'has',
    'empty',
  ]);
  expect(
    whereOf(model, [
      { field: 'text', operator: 'contains', value: 'a' },
      { field: 'done', operator: 'equals', value: 'false' },
      { field: 'maybe', operator: 'filled', value: '' },
      { field: 'tags', operator: 'empty', value: '' },
      { field: 'gone', operator: 'equals', value: 'x' },
      { field: 'done', operator: 'contains', value: 'x' },
    ]),
  ).toEqual({
    AND: [
      { text: { contains: 'a', mode: 'insensitive' } },
      { done: { equals: false } },
      { maybe: { not: null } },
      { tags: { isEmpty: true } },
    ],
  });
  expect(whereOf(model, [])).toBe(null);
});

it('keeps the state in the address, beside what others have there', () => {
  const state = {
    model: 'Thing',
    panel: 'rows',
    filters: [{ field: 'text', operator: 'contains', value: 'a:b&c\n' }],
    order: '-text',
    page: 3,
    row: '"x"',
  } as const;
  const written = new URLSearchParams(writeState(state, 'view=data&page=9'));
  expect(written.get('view')).toBe('data');
  expect(readState(written)).toEqual(state);
  expect(readState(new URLSearchParams('page=-1&filter=x:drop:y&filter=nonsense'))).toMatchObject({
    page: 1,
    filters: [],
  });
});

it('reads only what was changed in a form, and an empty input as no value', () => {
  const row = {
    id: '1',
    text: 'a',
    maybe: 'b',
    done: true,
    at: '2026-01-31T12:00:00.123Z',
    tags: ['x'],
    more: { a: 1 },
  };
  const before = textsOf(model, row);
  const read = (changes: Record<string, string>) =>
    readTexts(model.fields, before, { ...before, ...changes }, 'no JSON');
  expect(read({})).toEqual({ values: {} });
  expect(read({ maybe: '', text: '', tags: '["y"]' })).toEqual({
    values: { maybe: null, text: '', tags: ['y'] },
  });
  expect(read({ more: '{' })).toEqual({ mistakes: { more: 'no JSON' } });
  const at = model.fields.find((one) => one.name === 'at');
  if (!at) throw new Error('at');
  expect(readTexts([at], { at: '' }, { at: textOf(at, row.at) }, '')).toEqual({ values: { at: row.at } });
  expect(readTexts(model.fields, null, { text: 'new', maybe: '' }, '')).toEqual({ values: { text: 'new' } });
});

it('says what is wrong with a filter by the name of its field, and nothing of other failures', () => {
  const diagnostics = [
    { code: 'invalid_query', message: 'must be a whole number.', path: '/where/AND/0/age/gte' },
  ];
  const sentence = 'where.AND[0].age.gte: must be a whole number.';
  expect(filterMistake(new Failure('invalid_request', sentence, { diagnostics }))).toBe(
    'The filter of age: it must be a whole number.',
  );
  expect(filterMistake(new Failure('invalid_request', 'Else.'))).toBeNull();
  expect(filterMistake(new Failure('unavailable', sentence, { diagnostics }))).toBeNull();
});

it('shows what people know a row by first, and a generated key of letters last', () => {
  const model = (key: Field): Model => ({
    name: 'M',
    doc: null,
    primaryKey: ['id'],
    count: 0,
    fields: [key, field('at', 'DateTime'), field('name', 'String')],
  });
  const names = (key: Field): readonly string[] => columnsOf(model(key)).map(({ name }) => name);
  expect(names(field('id', 'String', { creatable: false }))).toEqual(['name', 'at', 'id']);
  expect(names(field('id', 'Int', { creatable: false }))).toEqual(['name', 'id', 'at']);
});
