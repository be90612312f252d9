import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachDatabase } from '../../../test/support/databases.ts';
import type { DataPlane, SpaceRef } from '../contract.ts';
import { createDataPlane } from '../plane.ts';
import type { ConflictMode, ImportReport } from './contract.ts';

const AML = `
enum Mood { HAPPY SAD }
model Author {
  id      String  @id @default(cuid())
  email   String  @unique @email
  books   Book[]
  parent  Author? @relation("tree", fields: [parentId], references: [id], onDelete: SetNull)
  parentId String?
  children Author[] @relation("tree")
  @@allow(read, owner)
  @@allow(create, owner)
}
model Book {
  id       Int     @id @default(autoincrement())
  title    String  @length(1, 200)
  price    Decimal?
  author   Author  @relation(fields: [authorId], references: [id], onDelete: Cascade)
  authorId String
  notes    Note[]
}
model Note {
  id     String @id @default(uuid())
  text   String?
  book   Book   @relation(fields: [bookId], references: [id], onDelete: Cascade)
  bookId Int
  lent   Loan[]
}
model Loan {
  noteId String
  to     String
  mood   Mood   @default(HAPPY)
  note   Note   @relation(fields: [noteId], references: [id], onDelete: Restrict)
  @@id([noteId, to])
}
`;

describeEachDatabase('owner data', (db) => {
  let plane: DataPlane;
  const space: SpaceRef = { id: 'owner-app', aml: AML };
  const other: SpaceRef = { id: 'other-app', aml: AML };
  const rows = () => plane.owner(space);
  const csv = (model: string, text: string, mode: 'error' | 'skip' | 'update' = 'error', dryRun = false) =>
    rows().import(model, { format: 'csv', bytes: new TextEncoder().encode(text) }, { mode, dryRun });
  const told = (report: ImportReport) => report.errors.map(({ row, field, code }) => [row, field, code]);
  const text = async (model: string, format: 'csv' | 'json' = 'csv') => {
    let all = '';
    for await (const part of await rows().export(model, { format })) all += part;
    return all;
  };

  beforeAll(() => {
    plane = createDataPlane({ db: db() });
  });
  afterAll(() => plane.close());

  it('reads, adds, changes and filters rows whatever the rules say, but not against the validators', async () => {
    const author = await rows().insert('Author', { email: 'ada@example.org' });
    expect(author).toEqual({ id: expect.any(String), email: 'ada@example.org', parentId: null });
    await expect(rows().insert('Author', { email: 'no address' })).rejects.toMatchObject({
      code: 'invalid_record',
    });
    await expect(rows().insert('Author', { email: 'ada@example.org' })).rejects.toMatchObject({
      code: 'conflict',
    });
    for (const title of ['A', 'B', 'C'])
      await rows().insert('Book', { title, price: '1.50', authorId: author['id'] });
    expect(
      await rows().page('Book', { where: { title: { gt: 'A' } }, orderBy: '-title', limit: 1, offset: 1 }),
    ).toEqual({
      total: 2,
      rows: [{ id: 2, title: 'B', price: '1.5', authorId: author['id'] }],
    });
    expect(await rows().update('Book', 2, { title: 'B2' })).toMatchObject({ title: 'B2', price: '1.5' });
    expect(await rows().row('Book', 2)).toMatchObject({ title: 'B2' });
    expect(await rows().row('Book', 'x')).toBe(null);
    await expect(rows().update('Book', 2, { title: '' })).rejects.toMatchObject({ code: 'invalid_record' });
    await expect(rows().update('Book', 99, { title: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(rows().page('Bok', {})).rejects.toMatchObject({
      code: 'not_found',
      message: /Did you mean "Book"/,
    });
    await expect(rows().page('Book', { limit: 201 })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await plane.owner(other).count('Book')).toBe(0);
  });

  it('tells what a delete takes along, and refuses where other rows need one', async () => {
    const [author] = (await rows().page('Author', {})).rows;
    const note = await rows().insert('Note', { text: 'n', bookId: 1 });
    await rows().insert('Author', { email: 'child@example.org', parentId: author?.['id'] });
    const effects = await rows().effects('Author', [author?.['id']]);
    expect(effects).toEqual([
      { model: 'Author', relation: 'parent', action: 'clear', rows: 1 },
      { model: 'Book', relation: 'author', action: 'delete', rows: 3 },
      { model: 'Note', relation: 'book', action: 'delete', rows: 1 },
    ]);
    const loan = await rows().insert('Loan', { noteId: note['id'], to: 'Bo' });
    expect(loan).toEqual({ noteId: note['id'], to: 'Bo', mood: 'HAPPY' });
    await expect(rows().remove('Author', [author?.['id']])).rejects.toMatchObject({
      code: 'conflict',
      message: /1 row of Loan needs it as note/,
    });
    expect(await rows().update('Loan', { noteId: note['id'], to: 'Bo' }, { mood: 'SAD' })).toMatchObject({
      mood: 'SAD',
    });
    const gone = await rows().remove('Loan', [{ noteId: note['id'], to: 'Bo' }]);
    expect(gone).toEqual([{ noteId: note['id'], to: 'Bo', mood: 'SAD' }]);
    expect(await rows().restore('Loan', gone)).toBe(1);
    expect(await rows().count('Loan')).toBe(1);
    await expect(rows().restore('Loan', gone)).rejects.toMatchObject({ code: 'conflict' });
    await rows().remove('Loan', [{ noteId: note['id'], to: 'Bo' }]);
    expect(await rows().remove('Author', [author?.['id']])).toHaveLength(1);
    expect([await rows().count('Book'), await rows().count('Note'), await rows().count('Author')]).toEqual([
      0, 0, 1,
    ]);
  });

  it('names every mistake of a file with its row, and stores nothing of it', async () => {
    const report = await csv(
      'Author',
      'E-Mail,parentId,Nmae\r\nx,,\r\nnew@example.org,nobody,\r\nnew@example.org,,\r\nchild@example.org,,\r\n"ok@example.org",,,,\r\n',
    );
    expect(told(report)).toEqual([
      [2, 'email', 'invalid_email'],
      [3, 'parentId', 'unknown_reference'],
      [4, 'email', 'duplicate'],
      [5, 'email', 'conflict'],
      [6, null, 'invalid_row'],
    ]);
    expect(report).toMatchObject({ rows: 5, errorCount: 5, ignored: [{ column: 'Nmae', hint: null }] });
    expect(await rows().count('Author')).toBe(1);
    await expect(csv('Author', '')).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(csv('Author', 'a,b\r\n1,2')).rejects.toMatchObject({
      message: /Known are id, email, parentId/,
    });
    await expect(csv('Author', 'id,email\r\n"a,b\r\n')).rejects.toMatchObject({ message: /quotation mark/ });
  });

  it('reads what spreadsheets write, and says how to write what it does not read', async () => {
    const place: SpaceRef = {
      id: 'sheets',
      aml: 'model Item {\n  id Int @id @default(autoincrement())\n  name String\n  done Boolean @default(false)\n  price Decimal?\n  due DateTime?\n  note String?\n  rank Int @default(7)\n}',
    };
    const read = (bytes: Uint8Array) =>
      plane.owner(place).import('Item', { format: 'csv', bytes }, { mode: 'error', dryRun: false });
    const utf8 = (lines: string) => read(new TextEncoder().encode(lines));
    expect((await utf8('name;done;price\nSemi;yes;1.5\nColon;NO;\n')).created).toBe(2);
    const wide = Buffer.from('\ufeffname\tdone\nWide\tTRUE\n', 'utf16le');
    expect((await read(wide)).created).toBe(1);
    // Cells that are not there have the default, or no value; a required one is a mistake of its own.
    expect((await utf8('name,note,rank\nShort\n')).created).toBe(1);
    expect((await plane.owner(place).page('Item', { where: { name: 'Short' } })).rows).toMatchObject([
      { note: null, rank: 7, price: null },
    ]);
    const missing = await utf8('rank,name\n1\n');
    expect(missing.errors).toMatchObject([{ row: 2, field: 'name', code: 'required' }]);
    const foreign = await utf8('name;done;price;due\na;ja;"1.234,50";31.01.2026\nb;no;3,5;1/2/2026\n');
    expect(foreign.errors.map(({ row, field, message }) => [row, field, message])).toEqual([
      [2, 'done', expect.stringContaining('yes and no are read too')],
      [2, 'price', expect.stringContaining('such as 1234.50: write a point')],
      [2, 'due', expect.stringContaining('write the year first')],
      [3, 'price', expect.stringContaining('such as 1234.50: write a point')],
      [3, 'due', expect.stringContaining('write the year first')],
    ]);
    await expect(utf8('name,note,name\na,b,c\n')).rejects.toThrow('Two columns are called "name"');
    await expect(utf8('name,Name\na,b\n')).rejects.toThrow('"name" and "Name" are both name');
    await expect(read(new Uint8Array(64))).rejects.toThrow('it has NUL characters');
    await expect(read(Buffer.from('name\nwide\n', 'utf16le'))).rejects.toThrow('it has NUL characters');
  });

  it('imports, skips and updates as it is told, and says so before in a dry run', async () => {
    const file =
      'id;email;parentId\nroot;root@example.org;\nleaf;leaf@example.org;stem\nstem;stem@example.org;root\n';
    expect(await csv('Author', file, 'error', true)).toMatchObject({
      dryRun: true,
      created: 3,
      errorCount: 0,
    });
    expect(await rows().count('Author')).toBe(1);
    expect(await csv('Author', file)).toMatchObject({ dryRun: false, created: 3 });
    expect(await csv('Author', file, 'skip')).toMatchObject({ created: 0, skipped: 3 });
    expect(told(await csv('Author', file))).toEqual([2, 3, 4].map((row) => [row, 'id', 'conflict']));
    expect(await csv('Author', 'id,email\nroot,new-root@example.org', 'update')).toMatchObject({
      updated: 1,
    });
    expect(await csv('Author', 'email,parentId\nleaf@example.org,root', 'update')).toMatchObject({
      updated: 1,
    });
    expect(await rows().row('Author', 'leaf')).toMatchObject({ parentId: 'root' });
    expect(told(await csv('Author', 'id,email\nroot,leaf@example.org', 'update'))).toEqual([
      [2, 'id', 'conflict'],
    ]);
  });

  it('changes rows by a file that has a part of the columns only', async () => {
    const place: SpaceRef = {
      id: 'parts',
      aml: 'model Item {\n  name String\n  code String @unique\n  qty Int\n}\nmodel Seat {\n  row Int\n  no Int\n  who String\n  free Boolean @default(true)\n  @@id([row, no])\n}',
    };
    const owned = plane.owner(place);
    const read = (model: string, text: string, mode: ConflictMode = 'update') =>
      owned.import(model, { format: 'csv', bytes: new TextEncoder().encode(text) }, { mode, dryRun: false });
    await read('Item', 'name,code,qty\nPen,p,1\nCup,c,2\n');
    expect(await read('Item', 'code,qty\np,5\n')).toMatchObject({ updated: 1, errorCount: 0 });
    expect((await owned.page('Item', { where: { code: 'p' } })).rows).toMatchObject([
      { name: 'Pen', qty: 5 },
    ]);
    // A row that is not there needs all that is required, and so does a file that may change none.
    expect(told(await read('Item', 'code,qty\np,6\nnew,1\n'))).toEqual([[3, 'name', 'required']]);
    expect(told(await read('Item', 'code\np\n', 'error'))).toEqual([[2, 'code', 'conflict']]);
    expect((await owned.page('Item', { where: { code: 'p' } })).rows).toMatchObject([{ qty: 5 }]);
    await read('Seat', 'row,no,who\n1,1,Ada\n');
    expect(await read('Seat', 'row,no,free\n1,1,false\n')).toMatchObject({ updated: 1 });
    expect((await owned.page('Seat', {})).rows).toMatchObject([{ who: 'Ada', free: false }]);
  });

  it('lets new rows be numbered after imported ones', async () => {
    await csv('Book', 'id,title,authorId\n500,Imported,root\n,Numbered,root');
    const next = await rows().insert('Book', { title: 'Next', authorId: 'root' });
    expect(next['id']).toBeGreaterThan(500);
  });

  it('gives back from an export what went in, generated ids included', async () => {
    for (const format of ['csv', 'json'] as const) {
      for (const model of ['Book', 'Author']) {
        const before = (await rows().page(model, {})).rows;
        const file = new TextEncoder().encode(await text(model, format));
        const keys = before.map((row) => row['id']);
        if (model === 'Author')
          await rows().remove(
            'Book',
            (await rows().page('Book', {})).rows.map((row) => row['id']),
          );
        await rows().remove(model, keys);
        const report = await rows().import(model, { format, bytes: file }, { mode: 'error', dryRun: false });
        expect(report.errors).toEqual([]);
        expect((await rows().page(model, {})).rows).toEqual(before);
        if (model === 'Author') await csv('Book', 'title,authorId\nAgain,root');
      }
    }
  });
});
