import { describe, expect, it } from 'vitest';
import { irOf, only, places, task } from '../corpus/places.ts';

describe('names', () => {
  it.each([
    ['created-at DateTime', 'createdAt'],
    ['Größe Int', 'Grosse'],
    ['_id String', 'id'],
    ['naïve_name Int', 'naive_name'],
    ['a$b Int', 'ab'],
  ])('refuses %s and proposes %s', (line, better) => {
    const { code, hint } = only(task(line));
    expect(code).toBe('invalid_name');
    expect(hint).toContain(`\`${better}\``);
  });

  it('takes 48 characters and no more', () => {
    expect(irOf(task(`${'x'.repeat(48)} Int`)).models).toHaveLength(1);
    expect(only(task(`${'x'.repeat(49)} Int`)).code).toBe('invalid_name');
  });

  it.each(['Query', 'String', 'Mutation', 'class', 'PrismaClient', 'Constructor', 'PageInfo', 'JSON'])(
    'keeps %s for others than models',
    (name) => expect(only(`model ${name} { x Int }`).code).toBe('reserved_name'),
  );

  it.each(['Class', 'Event', 'Package', 'Import', 'Case'])('lets a model be called %s', (name) =>
    expect(irOf(`model ${name} { x Int }`).models[0]?.name).toBe(name),
  );

  it.each(['constructor', 'toString', 'hasOwnProperty', 'AND', 'then'])('keeps %s from fields', (name) =>
    expect(only(task(`${name} Int`)).code).toBe('reserved_name'),
  );

  it('refuses __proto__ wherever it stands', () => {
    expect(places('model __proto__ { __proto__ Int }\nenum E { __proto__ }')).toEqual([
      '1:7 invalid_name',
      '1:19 invalid_name',
      '2:10 invalid_name',
    ]);
  });

  it('refuses twins, also in other case and across models and enums', () => {
    expect(places('model Task { x Int }\nmodel task { x Int }\nenum TASK { A }')).toEqual([
      '2:7 duplicate_name',
      '3:6 duplicate_name',
    ]);
  });

  it('still checks the inside of the second of two models', () => {
    expect(places('model Task { x Int }\nmodel Task { y Foo }')).toEqual([
      '2:7 duplicate_name',
      '2:16 unknown_type',
    ]);
  });

  it('refuses the name of a type that is generated', () => {
    expect(places('model Task { x Int }\nmodel TaskEdge { x Int }\nenum TaskOrderBy { A }')).toEqual([
      '2:7 reserved_name',
      '3:6 reserved_name',
    ]);
    expect(irOf('model TaskEdge { x Int }').models).toHaveLength(1);
  });
});
