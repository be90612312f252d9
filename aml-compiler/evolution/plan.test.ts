import { describe, expect, it } from 'vitest';
import { compile } from '../index.ts';
import { emitStep } from '../emit/sql.ts';
import type { Catalog } from './catalog.ts';
import { planEvolution, planWithCounts } from './plan.ts';
import type { CountRequest } from './step.ts';

function irOf(aml: string) {
  const { ir, diagnostics } = compile(aml);
  if (!ir) throw new Error(JSON.stringify(diagnostics));
  return ir;
}

const first = (aml: string): Catalog => planEvolution(null, irOf(aml)).catalog;
const counting =
  (counts: Partial<Record<CountRequest['kind'], number>>) => async (requests: readonly CountRequest[]) =>
    requests.map((request) => counts[request.kind] ?? 0);

const BASE = 'model Post {\n  id Int @id @default(autoincrement())\n  title String\n}\n';

describe('planEvolution', () => {
  it('creates tables with a scope column, keys and foreign keys, all quoted', () => {
    const aml =
      'model A {\n  id String @id\n  bs B[]\n}\nmodel B {\n  id String @id\n  a A @relation(fields: [aId], references: [id], onDelete: Cascade)\n  aId String\n  code String @unique\n}\n';
    const { steps, missing } = planEvolution(null, irOf(aml));
    const sql = steps.flatMap((step) => emitStep(step, { schema: 'app_x', scope: "o'1" }));
    expect(missing).toEqual([]);
    expect(sql).toEqual([
      `CREATE TABLE "app_x"."a" (\n  "id" text NOT NULL,\n  "projectId" text NOT NULL DEFAULT 'o''1' CHECK ("projectId" = 'o''1'),\n  CONSTRAINT "pk_a" PRIMARY KEY ("id")\n)`,
      `CREATE TABLE "app_x"."b" (\n  "id" text NOT NULL,\n  "a_id" text NOT NULL,\n  "code" text NOT NULL,\n  "projectId" text NOT NULL DEFAULT 'o''1' CHECK ("projectId" = 'o''1'),\n  CONSTRAINT "pk_b" PRIMARY KEY ("id")\n)`,
      'CREATE UNIQUE INDEX "u_b_code" ON "app_x"."b" ("code")',
      'CREATE INDEX "i_b_a_id" ON "app_x"."b" ("a_id")',
      'ALTER TABLE "app_x"."b" ADD CONSTRAINT "f_b_a_id" FOREIGN KEY ("a_id") REFERENCES "app_x"."a" ("id") ON DELETE CASCADE ON UPDATE CASCADE',
    ]);
  });

  it('names the field of each enum value that goes', () => {
    const aml = 'model Post {\n  a Kind\n  b Kind\n}\nenum Kind { X Y }\n';
    const { changes } = planEvolution(first(aml), irOf(aml.replace(' Y', '')));
    expect(changes.map(({ sentence }) => sentence)).toEqual([
      'Kind no longer has Y; no row of Post holds one in a.',
      'Kind no longer has Y; no row of Post holds one in b.',
    ]);
  });

  it('says that a new list is empty in the rows from before, whatever its default', () => {
    const listed = (rest: string) =>
      irOf(BASE.replace('title String\n', `title String\n  tags String[]${rest}\n`));
    const sentenceOf = (rest: string) => planEvolution(first(BASE), listed(rest)).changes[0]?.sentence;
    expect(sentenceOf('')).toBe('Adds the field Post.tags.');
    expect(sentenceOf(' @default(["new"])')).toBe(
      'Adds the field Post.tags. Rows from before begin with an empty list; its default is for new ones.',
    );
  });

  it('calls an enum by its name', async () => {
    const next = irOf(`${BASE.replace('title String', 'title Kind?')}enum Kind { X Y }\n`);
    const { changes } = await planWithCounts(first(BASE), next, counting({ rows: 5 }));
    expect(changes[0]?.sentence).toBe('Post.title becomes Kind; 5 rows keep their value.');
  });

  it('asks only for the counts that the plan depends on', () => {
    const optional = planEvolution(first(BASE), irOf(BASE.replace('}', '  note String?\n}')));
    expect(optional.missing).toEqual([]);
    const required = planEvolution(first(BASE), irOf(BASE.replace('}', '  note String\n}')));
    expect(required.missing).toEqual([{ kind: 'rows', table: 'post' }]);
  });

  it('serves a required field without a default as nullable while rows lack it, and says how many', async () => {
    const plan = await planWithCounts(
      first(BASE),
      irOf(BASE.replace('}', '  note String\n}')),
      counting({ rows: 12 }),
    );
    expect(plan.changes).toMatchObject([{ class: 'refused', change: 'add_field', rows: 12 }]);
    expect(plan.changes[0]?.sentence).toContain('12 rows');
    expect(plan.servedIr.models[0]?.fields.find((field) => field.name === 'note')?.optional).toBe(true);
  });

  it('settles: the same AML again changes nothing', async () => {
    const after = await planWithCounts(
      first(BASE),
      irOf('model Post {\n  id Int @id @default(autoincrement())\n  name String @was("title")\n}\n'),
      counting({}),
    );
    const again = await planWithCounts(
      after.catalog,
      irOf('model Post {\n  id Int @id @default(autoincrement())\n  name String @was("title")\n}\n'),
      counting({}),
    );
    expect(again.changes).toEqual([]);
    expect(again.catalog).toEqual(after.catalog);
    expect(again.staleWas).toEqual([]);
  });

  it('warns of a @was that names nothing', () => {
    const { staleWas } = planEvolution(
      first(BASE),
      irOf(BASE.replace('title String', 'title String @was("nope")')),
    );
    expect(staleWas).toEqual([{ target: 'Post.title', was: 'nope' }]);
  });

  it('never emits a statement that drops data', async () => {
    const shapes = [
      BASE,
      BASE.replace('title String', 'title Int'),
      BASE.replace('title String', 'other Json?'),
      'model Other {\n  id String @id\n}\n',
      BASE.replace('title String', 'title String[]'),
      BASE.replace('Int @id @default(autoincrement())', 'String @id'),
    ];
    for (const from of shapes) {
      for (const to of shapes) {
        for (const rows of [0, 3]) {
          const plan = await planWithCounts(
            first(from),
            irOf(to),
            counting({ rows, castFailures: 1, nulls: 1 }),
          );
          const sql = plan.steps.flatMap((step) => emitStep(step, { schema: 's', scope: 'x' })).join(';\n');
          expect(sql).not.toMatch(/DROP (TABLE|COLUMN|SCHEMA)|DELETE FROM|TRUNCATE/i);
          const columns = (catalog: Catalog) =>
            catalog.tables.flatMap((t) => t.columns.map((c) => `${t.table}.${c.column}`));
          expect(columns(plan.catalog)).toEqual(expect.arrayContaining(columns(first(from))));
        }
      }
    }
  });
});
