import { printSchema } from 'graphql';
import { expect, it } from 'vitest';
import { compile } from '../index.ts';
import type { AppResolvers } from './pothos-api.ts';
import { PAGE_LIMITS } from './graphql-schema.ts';
import { buildAppSchema } from './pothos-schema.ts';

/** Printing a schema asks no resolver. */
const resolvers = {} as AppResolvers;

function print(aml: string, may: (operation: string) => boolean = () => true): string | null {
  const { ir, diagnostics } = compile(aml);
  if (!ir) throw new Error(JSON.stringify(diagnostics));
  const requiredOnCreate = (_: unknown, field: { optional: boolean; default: unknown }) =>
    !field.optional && field.default === null;
  const schema = buildAppSchema({
    ir,
    resolvers,
    limits: PAGE_LIMITS,
    requiredOnCreate,
    rights: { may: (_, operation) => may(operation) },
  });
  return schema ? printSchema(schema) : null;
}

const key = '  id String @id @default(cuid())\n';

it('names root fields so that no two meet', () => {
  const sdl =
    print(
      `model Task {\n${key}}\nmodel Tasks {\n${key}}\nmodel Sheep {\n${key}}\nmodel Category {\n${key}}\n`,
    ) ?? '';
  for (const name of ['task(', 'taskList(', 'tasks(', 'tasksList(', 'sheep(', 'sheepList(', 'categories('])
    expect(sdl).toContain(`  ${name}`);
});

it('keeps clear of types that the app has', () => {
  const sdl =
    print(`enum SortOrder { up }\nmodel StringFilter {\n${key}  text String\n  order SortOrder\n}\n`) ?? '';
  expect(sdl).toContain('enum SortOrder_ {');
  expect(sdl).toContain('input StringFilter_ {');
});

it('has no field for what may not be done, and no scope column anywhere', () => {
  const aml = `/// Said aloud.\nmodel Note {\n${key}  text String\n  a Int\n  b Int?\n}\n`;
  const sdl = print(aml, (operation) => operation === 'read' || operation === 'create') ?? '';
  expect(sdl).toContain('"""Said aloud."""');
  expect(sdl).toContain('createNote(data: NoteCreateInput!): Note!');
  expect(sdl).not.toMatch(/updateNote|deleteNote|NoteUpdateInput|projectId/);
  expect(sdl).toMatch(/input NoteCreateInput \{\s+a: Int!\s+b: Int\s+text: String!\s+\}/);
  expect(print(aml, () => false)).toBeNull();
});
