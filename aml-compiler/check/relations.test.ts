import { describe, expect, it } from 'vitest';
import { compile } from '../compile.ts';
import type { IrRelationField } from '../ir.ts';
import { irOf, only, places } from '../corpus/places.ts';

/** B comes first, so that the places in it do not depend on A. */
const two = (a: string, b: string): string => `model B {\n${b}\n}\nmodel A {\n${a}\n}`;
const OWNER = 'a A @relation(fields: [aId], references: [id])\naId String';

function relations(source: string): Record<string, IrRelationField> {
  return Object.fromEntries(
    irOf(source).models.flatMap((model) =>
      model.fields
        .filter((field) => field.kind === 'relation')
        .map((field) => [`${model.name}.${field.name}`, field]),
    ),
  );
}

describe('relations', () => {
  it('have both sides, one name, and the actions of the owner', () => {
    const found = relations(two('bs B[]', OWNER.replace('[id]', '[id], onDelete: Cascade')));
    expect(found['B.a']).toMatchObject({
      relationName: 'AToB',
      fields: ['aId'],
      references: ['id'],
      onDelete: 'Cascade',
    });
    expect(found['A.bs']).toMatchObject({ relationName: 'AToB', fields: [], references: [], list: true });
  });

  it('restrict by default, or set null where the relation is optional', () => {
    expect(relations(two('bs B[]', OWNER))['B.a']).toMatchObject({
      onDelete: 'Restrict',
      onUpdate: 'Cascade',
    });
    const optional = 'a A? @relation(fields: [aId], references: [id])\naId String?';
    expect(relations(two('bs B[]', optional))['B.a']?.onDelete).toBe('SetNull');
  });

  it('make a one-to-one unique, in the order of the key that is there', () => {
    const { ir, diagnostics } = compile(two('b B?', OWNER));
    expect(diagnostics.map(({ code }) => code)).toEqual(['one_to_one_unique']);
    expect(ir?.models[0]?.uniques).toEqual([['aId']]);
    expect(ir?.models[0]?.fields.find((field) => field.name === 'aId')).toMatchObject({ unique: true });
    const turned = two(
      'x Int\ny Int\nb B?\n@@id([x, y])',
      'p Int\nq Int\na A @relation(fields: [p, q], references: [x, y])\n@@unique([q, p])',
    );
    expect(relations(turned)['B.a']).toMatchObject({ fields: ['q', 'p'], references: ['y', 'x'] });
  });

  it('of a model with itself need no name while there is one', () => {
    const source = 'model A {\nup A? @relation(fields: [upId], references: [id])\nupId String?\ndown A[]\n}';
    expect(relations(source)['A.up']?.relationName).toBe('AToA');
  });

  it.each([
    [
      'a foreign key that is missing',
      two('bs B[]', 'a A @relation(fields: [aId], references: [id])'),
      '2:24 unknown_field',
    ],
    ['missing references', two('bs B[]', 'a A @relation(fields: [aId])\naId String'), '2:5 missing_argument'],
    ['an unknown reference', two('bs B[]', OWNER.replace('[id]', '[idd]')), '2:43 unknown_field'],
    [
      'an unknown action',
      two('bs B[]', OWNER.replace('[id]', '[id], onDelete: Casade')),
      '2:58 bad_argument',
    ],
    [
      'a list as a foreign key',
      two('bs B[]', OWNER.replace('aId String', 'aId String[]')),
      '2:24 not_applicable',
    ],
    ['@relation behind a scalar', two('x Int', 'y String @relation("z")'), '2:10 not_applicable'],
    [
      'a default behind a relation',
      two('bs B[]', OWNER.replace('references: [id])', 'references: [id]) @default("x")')),
      '2:48 not_applicable',
    ],
    [
      'a key on the list side',
      two('bs B[] @relation(fields: [x], references: [id])\nx String', OWNER),
      '6:8 not_applicable',
    ],
    ['actions on the back side', two('bs B[] @relation(onDelete: Cascade)', OWNER), '6:8 not_applicable'],
    ['a list of itself', 'model A {\nfriends A[]\n}', '2:1 implicit_many_to_many'],
    ['a name on one side only', two('bs B[] @relation("x")', OWNER), '2:1 missing_back_side'],
    [
      'one name for three fields',
      two('bs B[] @relation("x")\ncs B[] @relation("x")', OWNER.replace('(fields', '("x", fields')),
      '7:1 ambiguous_relation',
    ],
    [
      'set default without default',
      two('bs B[]', OWNER.replace('[id]', '[id], onDelete: SetDefault')),
      '2:5 action_impossible',
    ],
    [
      'the scope column as a reference',
      two('projectId String\nbs B[]', OWNER.replace('[id]', '[projectId]')),
      '2:43 not_applicable',
    ],
  ])('refuse %s', (_, source, place) => {
    expect(places(source).filter((found) => !found.endsWith('scope_column'))).toEqual([place]);
  });

  it('do not blame the foreign key for a key that is wrong itself', () => {
    expect(places(two('id String\nbs B[]', OWNER))).toEqual(['6:1 id_not_marked']);
  });

  it('are checked all through beside a wrong action', () => {
    const source = two(
      'bs B[]',
      OWNER.replace('[id]', '[id], onDelete: CASCADE').replace('aId String', 'aId Int'),
    );
    expect(places(source)).toEqual(['2:58 bad_argument', '3:5 relation_type']);
  });

  it('do not blame the other side for a type that is misspelt', () => {
    expect(places(two('bs Bb[]', OWNER))).toEqual(['6:4 unknown_type']);
  });

  it('name the line to add to the other model, and it works', () => {
    const { hint } = only(two('x Int', OWNER));
    expect(hint).toBe('Add to `model A`: `bs B[]`.');
    expect(places(two('x Int\nbs B[]', OWNER))).toEqual([]);
  });

  it('name the foreign key to add, and it works', () => {
    const { hint } = only(two('x Int\nbs B[]', 'y Int\na A'));
    const lines = [...(hint ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1]);
    expect(lines).toEqual(['a A @relation(fields: [aId], references: [id])', 'aId String']);
    expect(places(two('x Int\nbs B[]', lines.join('\n')))).toEqual([]);
  });

  it('give the join model to paste, and it works', () => {
    for (const [source, models] of [
      [
        'model Post {\ntags Tag[]\n}\nmodel Tag {\nid Int @id\nposts Post[]\n}',
        'model Post {\n$0\n}\nmodel Tag {\nid Int @id\n$1\n}',
      ],
      ['model Person {\nfriends Person[]\n}', 'model Person {\n$0\n$1\n}'],
    ] as const) {
      const { code, hint = '' } = only(source);
      expect(code).toBe('implicit_many_to_many');
      const fields = [...hint.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
      const joined =
        models.replace('$0', fields[0] ?? '').replace('$1', fields[1] ?? '') + hint.slice(hint.indexOf('\n'));
      expect(places(joined), joined).toEqual([]);
    }
  });
});
