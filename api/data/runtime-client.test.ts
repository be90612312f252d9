import { expect, it } from 'vitest';
import { compile } from '@platform/aml-compiler';
import { emitPrisma } from '@platform/aml-compiler/emit/prisma.ts';
import { describeEachDatabase } from '../../test/support/databases.ts';
import { createRuntimeClient } from './runtime-client.ts';

const { ir } = compile('model Note {\n  id String @id\n  text String\n}\n');

describeEachDatabase('runtime client', (db) => {
  it('is made from schema text, works on the shared pool and leaves nothing on it', async () => {
    if (!ir) throw new Error('The test has a mistake in its AML.');
    await db().pool.query(
      'CREATE SCHEMA "rt"; CREATE TABLE "rt"."n" ("i" text PRIMARY KEY, "t" text, "projectId" text)',
    );
    const tables = { Note: { table: 'n', scopeColumn: 'projectId', columns: { id: 'i', text: 't' } } };
    const listeners = db().pool.listenerCount('error');
    const client = createRuntimeClient(emitPrisma(ir, { schema: 'rt', tables }), db().adapter);
    const made = await client.delegate('Note').create({ data: { id: 'a', text: 'b', projectId: 'c' } });
    expect(made).toEqual({ id: 'a', text: 'b', projectId: 'c' });
    expect(() => client.delegate('Nope')).toThrow('Nope');
    await client.close();
    expect(db().pool.listenerCount('error')).toBe(listeners);
  });

  it('says what is wrong with a schema', () => {
    expect(() => createRuntimeClient('model X {', db().adapter)).toThrow('not accepted');
  });
});
