import { compile } from '@platform/aml-compiler';
import { describe, expect, it } from 'vitest';
import { describeModels, findModel } from './model-info.ts';
import type { RuntimeOperation } from './runtime-client.ts';
import type { Args } from './args.ts';
import { injectScope } from './scope.ts';

const { ir } = compile(
  'model A {\n  id String @id\n  bs B[]\n}\nmodel B {\n  id String @id\n  n Int?\n  a A? @relation(fields: [aId], references: [id])\n  aId String?\n}\n',
);
if (!ir) throw new Error('The test has a mistake in its AML.');
const models = describeModels(ir, ir);
const [a, b] = [findModel(models, 'A'), findModel(models, 'B')];
const own = { projectId: 'me' };
const inject = (operation: RuntimeOperation, args: Args, model = a): unknown =>
  injectScope(models, model, operation, args, 'me');

describe('injectScope', () => {
  it.each(['findMany', 'findFirst', 'count', 'aggregate', 'deleteMany'] as const)(
    'scopes %s, with and without a filter',
    (operation) => {
      expect(inject(operation, {})).toEqual({ where: own });
      expect(inject(operation, { where: { id: 'x' } })).toEqual({ where: { AND: [own, { id: 'x' }] } });
      expect(inject(operation, { where: { OR: [{ projectId: 'other' }] } })).toEqual({
        where: { AND: [own, { OR: [{ projectId: 'other' }] }] },
      });
    },
  );

  it.each(['findUnique', 'delete', 'update'] as const)(
    'scopes %s by key, over a scope that was brought along',
    (operation) => {
      expect(inject(operation, { where: { id: 'x', projectId: 'other' }, data: {} })).toMatchObject({
        where: { id: 'x', projectId: 'me' },
      });
    },
  );

  it.each(['create', 'update', 'updateMany'] as const)('sets the scope in the data of %s', (operation) => {
    expect(inject(operation, { where: { id: 'x' }, data: { id: 'x', projectId: 'other' } })).toMatchObject({
      data: { id: 'x', projectId: 'me' },
    });
  });

  it('scopes relation filters, also inside of AND, OR and NOT', () => {
    expect(
      inject('findMany', { where: { NOT: [{ bs: { some: { n: 1 }, every: { n: 2 }, none: {} } }] } }),
    ).toEqual({
      where: {
        AND: [
          own,
          {
            NOT: [
              {
                bs: {
                  some: { AND: [own, { n: 1 }] },
                  every: { OR: [{ NOT: own }, { n: 2 }] },
                  none: { AND: [own, {}] },
                },
              },
            ],
          },
        ],
      },
    });
    expect(inject('count', { where: { a: { is: { id: 'x' }, isNot: null } } }, b)).toEqual({
      where: { AND: [own, { a: { is: { AND: [own, { id: 'x' }] }, isNot: null } }] },
    });
  });

  it('scopes nested selections and their counts', () => {
    expect(
      inject('findUnique', {
        where: { id: 'x' },
        select: {
          id: true,
          bs: { where: { n: 1 }, select: { a: { select: { bs: true } } } },
          _count: { select: { bs: true } },
        },
      }),
    ).toEqual({
      where: { id: 'x', projectId: 'me' },
      select: {
        id: true,
        bs: {
          where: { AND: [own, { n: 1 }] },
          select: {
            a: { select: { bs: { select: { id: true, n: true, aId: true }, where: own } }, where: own },
          },
        },
        _count: { select: { bs: { where: own } } },
      },
    });
  });

  it('refuses undefined anywhere, since the client would drop it and with it a filter', () => {
    expect(() => inject('deleteMany', { where: { id: undefined } })).toThrow('undefined');
    expect(() => inject('findMany', { where: { AND: [{ id: { in: [undefined] } }] } })).toThrow('undefined');
    expect(() => inject('deleteMany', { where: undefined })).toThrow('undefined');
  });

  it('refuses nested writes', () => {
    expect(() => inject('create', { data: { id: 'x', bs: { connect: { id: 'y' } } } })).toThrow(
      'linked by their keys',
    );
  });
});
