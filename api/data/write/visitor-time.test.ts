import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import type { DataPlane } from '../contract.ts';
import { createDataPlane } from '../plane.ts';
import { schemaName } from '../space-name.ts';
import { answered, asker, pick } from '../testing/ask.ts';

vi.hoisted(() => {
  process.env['LIMIT_VISITOR_TRANSACTION_MS'] = '600';
});

const AML = `
model Board {
  id    Int @id
  tasks Task[]
  @@allow(read, anyone)
  @@allow(create, anyone)
}
model Task {
  id      Int @id
  board   Board @relation(fields: [boardId], references: [id])
  boardId Int
  @@allow(read, anyone)
  @@allow(create, anyone)
}
`;

describeEachDatabase('the time of a nested write', (db) => {
  let plane: DataPlane;
  const space = { id: 'slow', aml: AML };
  const ask = asker(() => plane, space);
  beforeAll(async () => {
    plane = createDataPlane({ db: db() });
    await plane.apply(space);
    // A database that is busy: each row of a task takes its time.
    await db().pool.query(`
      CREATE FUNCTION "${schemaName('slow')}"."wait"() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(0.25); RETURN NEW; END $$;
      CREATE TRIGGER "slow" BEFORE INSERT ON "${schemaName('slow')}"."task"
        FOR EACH ROW EXECUTE FUNCTION "${schemaName('slow')}"."wait"()`);
  });
  afterAll(() => plane.close());
  const create = (id: number, tasks: number): string =>
    `mutation { createBoard(data: { id: ${id}, tasks: { create: [${Array.from({ length: tasks }, (_, i) => `{ id: ${id + i} }`).join(' ')}] } }) { id } }`;

  it('is short for a visitor, who is told to try again and has stored nothing', async () => {
    const { errors } = await ask(create(100, 6));
    expect(pick(errors, '0.extensions.code')).toBe('unavailable');
    expect(await answered(ask('{ boards { totalCount } tasks { totalCount } }'), 'boards.totalCount')).toBe(
      0,
    );
    expect(await answered(ask(create(100, 1)), 'createBoard.id')).toBe(100);
  });

  it('is long for the owner', async () => {
    expect(await answered(ask(create(200, 6), {}, 'owner'), 'createBoard.id')).toBe(200);
  });
});
