import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import type { Database } from '../../db/database.ts';
import type { DataPlane } from '../contract.ts';
import { createDataPlane } from '../plane.ts';
import { asker, pick } from '../testing/ask.ts';
import { caller } from '../testing/call.ts';

vi.hoisted(() => {
  process.env['LIMIT_VISITOR_ROWS_PER_DAY'] = '30';
  process.env['LIMIT_SPACE_ROWS'] = '50';
  process.env['LIMIT_SPACE_ROWS_COUNTED_MS'] = '40';
});

const AML = `
model Board {
  id    String @id @default(cuid())
  title String @unique
  tasks Task[]
  @@allow(read, anyone)
  @@allow(create, anyone)
  @@allow(update, anyone)
  @@allow(delete, anyone)
}
model Task {
  id      String @id @default(cuid())
  text    String
  board   Board? @relation(fields: [boardId], references: [id], onDelete: Cascade)
  boardId String?
  @@allow(read, anyone)
  @@allow(create, anyone)
}
`;

/** A data plane on the database of the test, as one more process would have it. */
function openPlane(db: Database): DataPlane {
  return createDataPlane({ db });
}

describeEachDatabase('row quotas', (db) => {
  let plane: DataPlane;
  let next = 0;
  const title = (): string => `t${(next += 1)}`;
  beforeAll(() => {
    plane = openPlane(db());
  });
  afterAll(() => plane.close());

  const inserts = async (on: DataPlane, id: string, rows: number): Promise<readonly number[]> => {
    const page = caller(on, { id, aml: AML });
    const answers = await Promise.all(
      Array.from({ length: rows }, () => page.insert({ title: title() }, '?entity=Board')),
    );
    return answers.map(({ status }) => status);
  };
  const accepted = (statuses: readonly number[]): number =>
    statuses.filter((status) => status === 201).length;

  it('takes exactly the day’s rows of visitors, whoever comes first, and tells when it goes on', async () => {
    const space = { id: 'day', aml: AML };
    expect(accepted(await inserts(plane, 'day', 45))).toBe(30);
    const refused = await caller(plane, space).insert({ title: title() }, '?entity=Board');
    expect([refused.status, refused.body.error?.code]).toEqual([429, 'rate_limited']);
    expect(refused.body.error?.message).toMatch(/30 new records a day .* after midnight UTC/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // The owner goes on, other apps know nothing of it, and the next day is a new one.
    expect(await plane.owner(space).insert('Board', { title: title() })).toMatchObject({});
    expect(await plane.owner(space).used()).toEqual({ rows: 31, insertsToday: 30 });
    expect(accepted(await inserts(plane, 'day-other', 3))).toBe(3);
    await db().pool.query(`UPDATE "RowUse" SET "day" = "day" - 1 WHERE "spaceId" = 'day'`);
    await expect.poll(async () => accepted(await inserts(plane, 'day', 1)), { timeout: 5_000 }).toBe(1);
  });

  it('counts nested rows one by one, and those that were not stored not at all', async () => {
    const space = { id: 'nested-quota', aml: AML };
    const ask = asker(() => plane, space);
    const create = async (name: string, tasks: number): Promise<unknown> => {
      const rows = Array.from({ length: tasks }, () => '{ text: "x" }').join(' ');
      const { errors } = await ask(
        `mutation { createBoard(data: { title: "${name}", tasks: { create: [${rows}] } }) { id } }`,
      );
      return errors ? pick(errors, '0.extensions.code') : 'stored';
    };
    expect(await create('one', 19)).toBe('stored');
    expect(await create('one', 9)).toBe('conflict');
    expect((await plane.owner(space).used()).insertsToday).toBe(20);
    expect(await create('two', 10)).toBe('rate_limited');
    expect(await plane.owner(space).used()).toEqual({ rows: 20, insertsToday: 20 });
    expect(await create('three', 9)).toBe('stored');
    expect(await create('four', 0)).toBe('rate_limited');
  });

  it('keeps no more rows than an app may, the owner’s and those of a file too', async () => {
    const space = { id: 'full', aml: AML };
    const owner = plane.owner(space);
    const file = (rows: number) => ({
      format: 'csv' as const,
      bytes: Buffer.from(`title\n${Array.from({ length: rows }, () => `${title()}\n`).join('')}`),
    });
    const most = /keeps 50 records at most and has no room for/;
    await expect(owner.import('Board', file(51), { mode: 'error', dryRun: true })).rejects.toThrow(most);
    await expect(owner.import('Board', file(51), { mode: 'error', dryRun: false })).rejects.toThrow(most);
    await owner.import('Board', file(45), { mode: 'error', dryRun: true });
    await owner.import('Board', file(45), { mode: 'error', dryRun: false });
    expect(accepted(await inserts(plane, 'full', 9))).toBe(5);
    const refused = await caller(plane, space).insert({ title: title() }, '?entity=Board');
    expect([refused.status, refused.body.error?.code]).toEqual([413, 'too_large']);
    expect(refused.body.error?.message).toMatch(/50 records at most and has no room for another one/);
    await expect(owner.insert('Board', { title: title() })).rejects.toThrow(most);
    // What was deleted makes room, and what is put back takes it again.
    const { rows } = await owner.page('Board', { limit: 3 });
    const gone = await owner.remove(
      'Board',
      rows.map((row) => row['id']),
    );
    await expect.poll(() => owner.restore('Board', gone).catch(() => 0), { timeout: 5_000 }).toBe(3);
    await expect(owner.insert('Board', { title: title() })).rejects.toThrow(most);
    expect((await owner.used()).rows).toBe(50);
  });

  it('counts together in all processes, and goes on after a restart', async ({ skip }) => {
    if (db().mode === 'embedded') skip('the embedded database has one process');
    const [first, second] = [openPlane(db()), openPlane(db())];
    const both = await Promise.all([inserts(first, 'shared', 25), inserts(second, 'shared', 25)]);
    // What one has set aside is not the other's.
    expect(accepted(both.flat())).toBeLessThanOrEqual(30);
    expect(accepted(both.flat())).toBeGreaterThanOrEqual(28);
    await Promise.all([first.close(), second.close()]);
    const third = openPlane(db());
    expect(accepted([...both.flat(), ...(await inserts(third, 'shared', 10))])).toBe(30);
    await third.close();
  });

  it('counts an app’s rows before it gives any away', async () => {
    const space = { id: 'older', aml: AML };
    const before = openPlane(db());
    const titles = Array.from({ length: 48 }, () => ({ title: title() }));
    const bytes = Buffer.from(JSON.stringify(titles));
    await before.owner(space).import('Board', { format: 'json', bytes }, { mode: 'error', dryRun: false });
    await before.close();
    // As in an installation from before there were quotas.
    await db().pool.query(`DELETE FROM "RowUse"`);
    expect(accepted(await inserts(plane, 'older', 5))).toBe(2);
  });
});
