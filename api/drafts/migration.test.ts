import { expect, it } from 'vitest';
import { describeEachDatabase } from '../../test/support/databases.ts';
import { migrate } from '../db/migrate.ts';
import { NOTHING, touchedBetween } from './touched.ts';

const MIGRATION = '0008_draft_history';
const at = (aml: string, files: Readonly<Record<string, string>>) => ({
  aml,
  files: new Map(Object.entries(files)),
});
/** Content of each revision, file by file, as a hash. */
const REVISIONS = [
  at('', {}),
  at('', { 'index.html': 'h1', 'b.js': 'h2', 'a.js': 'h1' }),
  at('', { 'index.html': 'h2', 'b.js': 'h2', 'a.js': 'h1' }),
  at('model A {}', { 'index.html': 'h2', 'b.js': 'h2', 'Z.js': 'h1', 'new.js': 'h3' }),
  at('model A {}', { 'index.html': 'h2', 'b.js': 'h2', 'Z.js': 'h1', 'new.js': 'h3' }),
  at('', {}),
];

describeEachDatabase('drafts from before their history', (db) => {
  it('get steps to take back and what each revision changed, where later migrations are already in', async () => {
    const { pool } = db();
    await pool.query(`
      ALTER TABLE "Draft" DROP COLUMN "deletedAt";
      ALTER TABLE "DraftRevision" DROP COLUMN "name", DROP COLUMN "redoTo", DROP COLUMN "touched", DROP COLUMN "undoTo";
      DELETE FROM "_prisma_migrations" WHERE "migration_name" = '${MIGRATION}';
      INSERT INTO "User" ("id", "email", "name", "updatedAt") VALUES ('ada', 'ada@example.org', 'Ada', now());
      INSERT INTO "Blob" ("hash", "content", "size") VALUES ('h1', '1', 1), ('h2', '2', 1), ('h3', '3', 1);
      INSERT INTO "Draft" ("id", "ownerId", "name", "previewToken", "updatedAt")
      VALUES ('long', 'ada', 'Long', 't1', now()), ('fork', 'ada', 'Fork', 't2', now()), ('bare', 'ada', 'Bare', 't3', now())`);
    const long = REVISIONS.map((content, index) => ({ draftId: 'long', number: index + 1, ...content }));
    // A copy of an app has its files from the first revision on; another draft's rows must not be mixed up with them.
    const fork = { draftId: 'fork', number: 1, ...at('model B {}', { 'index.html': 'h3' }) };
    for (const { draftId, number, aml, files } of [...long, fork]) {
      const key = [draftId, number];
      await pool.query(
        `INSERT INTO "DraftRevision" ("draftId", "number", "aml", "cause") VALUES ($1, $2, $3, 'user_edit')`,
        [...key, aml],
      );
      for (const [path, hash] of files)
        await pool.query(`INSERT INTO "DraftRevisionFile" VALUES ($1, $2, $3, $4)`, [...key, path, hash]);
    }

    expect(await migrate(pool)).toEqual([MIGRATION]);
    expect(await migrate(pool)).toEqual([]);

    const found = await db().prisma.draftRevision.findMany({
      orderBy: [{ draftId: 'desc' }, { number: 'asc' }],
      select: { draftId: true, number: true, undoTo: true, redoTo: true, name: true, touched: true },
    });
    // The migration sorts by sign first, and in the database's order; nothing but the display sees that.
    expect(found.map((row) => ({ ...row, touched: row.touched.toSorted() }))).toEqual(
      [...long, fork].map(({ draftId, number, ...content }) => ({
        draftId,
        number,
        undoTo: number === 1 ? null : number - 1,
        redoTo: null,
        name: null,
        touched: touchedBetween(number === 1 ? NOTHING : (REVISIONS[number - 2] ?? NOTHING), content).sort(),
      })),
    );
    expect(await db().prisma.draft.count({ where: { deletedAt: null } })).toBe(3);
  });
});
