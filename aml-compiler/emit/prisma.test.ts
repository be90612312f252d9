import { describe, expect, it } from 'vitest';
import { readPrisma } from '../corpus/prisma-parser.ts';
import { irOf, task } from '../corpus/places.ts';
import { emitPrisma, scopeFieldName } from './prisma.ts';

describe('Prisma schema text', () => {
  it('adds the scope field to every model, under a free name', () => {
    const ir = irOf(
      'model Project { name String  projectid_Scope Int  tasks Task[] }\nmodel Task { project Project @relation(fields: [projectId], references: [id])\n projectId String\n projectId_ Int }',
    );
    expect(ir.models.map(scopeFieldName)).toEqual(['projectId', 'projectId_scope']);
    const task = readPrisma(emitPrisma(ir)).models[1];
    const columns = Object.fromEntries(
      (task?.fields ?? []).map((field) => [field.name, field.dbName ?? field.name]),
    );
    expect(columns).toMatchObject({
      projectId: 'projectId__',
      projectId_: 'projectId_',
      projectId_scope: 'projectId',
    });
  });

  it('stores enums as text, with their defaults', () => {
    const ir = irOf(
      `${task('state State @default(OPEN)', 'more State[] @default([OPEN])')}enum State { OPEN }`,
    );
    const { models, enums } = readPrisma(emitPrisma(ir));
    expect(enums).toEqual([]);
    expect(models[0]?.fields.slice(1, 3)).toMatchObject([
      { name: 'state', type: 'String', default: 'OPEN' },
      { name: 'more', type: 'String', isList: true, default: ['OPEN'] },
    ]);
  });

  it('keeps every character of a text and every digit of a number', () => {
    const text = 'a"b\\c\n\t€😀\u2028${x}`\'';
    const ir = irOf(
      task(
        `s String @default(${JSON.stringify(text)})`,
        'n BigInt @default(-9223372036854775808)',
        'd Decimal @default(12345678901234567890123456789012345.123456789012345678901234567891)',
        'f Float @default(0.00000000012)',
        'g Float @default(123456789012345678901234567890)',
      ),
    );
    const emitted = emitPrisma(ir);
    const fields = readPrisma(emitted).models[0]?.fields;
    expect(fields?.find((field) => field.name === 's')?.default).toBe(text);
    expect(fields?.find((field) => field.name === 'f')?.default).toBe(1.2e-10);
    expect(fields?.find((field) => field.name === 'g')?.default).toBe(
      Number('123456789012345678901234567890'),
    );
    expect(emitted).toContain('@default(12345678901234567890123456789012345.123456789012345678901234567891)');
    expect(emitted).toContain('@default(-9223372036854775808)');
  });

  it('says which physical name is missing', () => {
    const ir = irOf(task('title String'));
    expect(() => emitPrisma(ir, { schema: 'app_x', tables: {} })).toThrow('lack the model "Task"');
    const tables = { Task: { table: 't', scopeColumn: 'projectId', columns: { id: 'id' } } };
    expect(() => emitPrisma(ir, { schema: 'app_x', tables })).toThrow('lack its field "title"');
  });
});
