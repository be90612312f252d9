import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { toApiError } from '../http/envelope.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open.ts';

let files: TestDatabase;
let db: Database;
beforeAll(async () => {
  files = await createTestDatabase('PostgreSQL');
  db = await openDatabase({ ...files, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await db?.close();
  await files?.remove();
});

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => toApiError(error).code,
  );

it('tells a connection that the server ended from text that it refused, by the client and by the driver', async () => {
  expect(await codeOf(db.prisma.user.findFirst({ where: { email: 'a\0b' } }))).toBe('invalid_request');
  expect(await codeOf(db.pool.query('SELECT $1::text', ['a\0b']))).toBe('invalid_request');
  expect(await codeOf(db.prisma.$queryRaw`SELECT ${'a\0b'}::text`)).toBe('invalid_request');

  // What the server says when it ends a connection, from a table that both ask.
  await db.pool.query(`CREATE FUNCTION "ended"() RETURNS boolean STABLE LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'terminating connection' USING ERRCODE = '57P01'; END $$`);
  await db.pool.query('ALTER TABLE "FormNotice" RENAME TO "Notice"');
  await db.pool.query('CREATE VIEW "FormNotice" AS SELECT * FROM "Notice" WHERE "ended"()');
  expect(await codeOf(db.prisma.formNotice.findFirst())).toBe('unavailable');
  expect(await codeOf(db.prisma.$queryRaw`SELECT FROM "FormNotice"`)).toBe('unavailable');
  expect(await codeOf(db.pool.query('SELECT FROM "FormNotice"'))).toBe('unavailable');
});
