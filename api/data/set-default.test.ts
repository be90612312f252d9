import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../test/support/databases.ts';
import type { DataPlane } from './contract.ts';
import { createDataPlane } from './plane.ts';
import { schemaName } from './space-name.ts';
import { caller } from './testing/call.ts';

const aml = (action: string, fallback: string, type = 'Int'): string => `
model Shelf {
  id    ${type} @id
  books Book[]
}
model Book {
  id      Int   @id
  shelf   Shelf @relation(fields: [shelfId], references: [id], onDelete: ${action})
  shelfId ${type} @default(${fallback})
}
`;

describeEachDatabase('onDelete: SetDefault', (db) => {
  let plane: DataPlane;
  beforeAll(() => {
    plane = createDataPlane({ db: db() });
  });
  afterAll(() => plane.close());

  const schema = schemaName('library');
  const rows = async (sql: string): Promise<unknown> => (await db().pool.query(sql)).rows;
  const books = () => rows(`SELECT id, shelf_id FROM "${schema}".book ORDER BY id`);
  const remove = (shelf: number) => db().pool.query(`DELETE FROM "${schema}".shelf WHERE id = ${shelf}`);

  it('gives the rows that pointed there the default, also when it comes, changes and goes later', async () => {
    const space = { id: 'library', aml: aml('Restrict', '1') };
    await plane.apply(space);
    const { insert } = caller(plane, space);
    for (const id of [1, 2, 3, 4]) expect((await insert({ id }, '?entity=Shelf')).status).toBe(201);
    for (const id of [2, 3, 4]) expect((await insert({ id, shelfId: id }, '?entity=Book')).status).toBe(201);
    await expect(remove(2)).rejects.toThrow(/foreign key/);

    await plane.apply({ id: 'library', aml: aml('SetDefault', '1') });
    await remove(2);
    expect(await books()).toEqual([
      { id: 2, shelf_id: 1 },
      { id: 3, shelf_id: 3 },
      { id: 4, shelf_id: 4 },
    ]);
    await plane.apply({ id: 'library', aml: aml('SetDefault', '4') });
    expect((await plane.apply({ id: 'library', aml: aml('SetDefault', '4') })).changes).toEqual([]);
    await remove(3);
    expect(await books()).toContainEqual({ id: 3, shelf_id: 4 });

    const back = await plane.apply({ id: 'library', aml: aml('Restrict', '4') });
    expect(back.changes.map(({ change }) => change)).toContain('remove_default Book');
    await expect(remove(4)).rejects.toThrow(/foreign key/);
  });

  it('stands from the first provisioning on', async () => {
    const space = { id: 'new-library', aml: aml('SetDefault', '"it\'s"', 'String') };
    const { insert } = caller(plane, space);
    for (const id of ["it's", 'b']) expect((await insert({ id }, '?entity=Shelf')).status).toBe(201);
    expect((await insert({ id: 1, shelfId: 'b' }, '?entity=Book')).status).toBe(201);
    const own = schemaName('new-library');
    await db().pool.query(`DELETE FROM "${own}".shelf WHERE id = 'b'`);
    expect(await rows(`SELECT shelf_id FROM "${own}".book`)).toEqual([{ shelf_id: "it's" }]);
  });
});
