import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { irOf } from '../corpus/places.ts';
import { readPrisma } from '../corpus/prisma-parser.ts';
import { readCorpus } from '../corpus/read-corpus.ts';
import { typeErrors } from '../corpus/type-errors.ts';
import { EMITTERS } from './all.ts';
import { emitClientScript } from './client-script.ts';

const corpus = [...readCorpus('prisma'), ...readCorpus('aml')].map(({ file, source }) => ({
  file,
  ir: irOf(source),
}));
const options = { name: 'shop', caller: 'owner' } as const;

function emitted(ir: (typeof corpus)[number]['ir'], file: string): string {
  const found = EMITTERS.find((emitter) => emitter.file === file);
  if (found === undefined) throw new Error(`There is no emitter of ${file}.`);
  return found.emit(ir, options);
}

interface OpenApi {
  readonly openapi: string;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

describe('what is emitted', () => {
  it('is one text for each file, ending in one line end', () => {
    expect(new Set(EMITTERS.map(({ file }) => file)).size).toBe(EMITTERS.length);
    for (const { ir } of corpus)
      for (const { file, emit } of EMITTERS) expect(emit(ir, options), file).toMatch(/[^\n]\n$/);
  });

  it.each(corpus)('$file is accepted by Prisma, GraphQL and JSON Schema', ({ ir }) => {
    readPrisma(emitted(ir, 'schema.prisma'));
    buildSchema(emitted(ir, 'schema.graphql'));
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(JSON.parse(emitted(ir, 'schema.json')) as object, 'all');
    for (const { name } of ir.models) expect(ajv.getSchema(`all#/$defs/${name}`)).toBeTypeOf('function');
    const api = JSON.parse(emitted(ir, 'openapi.json')) as OpenApi;
    expect(api.openapi).toBe('3.1.0');
    // Every reference leads somewhere, every schema is one.
    for (const [, name] of JSON.stringify(api).matchAll(/#\/components\/schemas\/(\w+)/g))
      expect(api.components.schemas).toHaveProperty(name ?? '');
    for (const schema of Object.values(api.components.schemas)) expect(ajv.validateSchema(schema)).toBe(true);
  });

  it('has tables for all models, quoted', () => {
    for (const { ir } of corpus) {
      const sql = emitted(ir, 'schema.sql');
      expect(sql.match(/^CREATE TABLE "shop"\."[a-z0-9_]+" \($/gm)?.length ?? 0).toBe(ir.models.length);
    }
  });
});

const APP = `
model Task {
  id    Int      @id @default(autoincrement())
  title String
  state State    @default(OPEN)
  cost  Decimal?
  tags  String[]
  notes Note[]
}
model Note {
  text   String
  task   Task   @relation(fields: [taskId], references: [id])
  taskId Int
  @@allow(read, owner)
}
enum State { OPEN DONE }
`;

const USE = `
import { createClient } from './client.js';
const client = createClient('https://apps.example/a/shop');
const { id, record } = await client.submit('Task', { title: 'x', cost: 1.5 });
const sum: number = id + record.title.length;
const rows = await client.query({ entity: 'Task', select: ['title', 'cost'], where: { tags: { has: 'a' }, state: 'OPEN' }, orderBy: { title: 'asc' } });
const cost: string | null | undefined = rows[0]?.cost;
export { sum, cost };
// @ts-expect-error a required field is missing
await client.submit('Task', {});
// @ts-expect-error an unknown value
await client.submit('Task', { title: 'x', state: 'LATE' });
// @ts-expect-error not selected
rows[0]?.tags;
// @ts-expect-error visitors read no notes
await client.query({ entity: 'Note' });
// @ts-expect-error nor may they be asked about
await client.query({ entity: 'Task', where: { notes: { some: {} } } });
// @ts-expect-error lists have no order
await client.query({ entity: 'Task', orderBy: { tags: 'asc' } });
`;

describe('the client', () => {
  it('is typed', { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'aml-'));
    writeFileSync(join(folder, 'client.d.ts'), emitted(irOf(APP), 'client.d.ts'));
    writeFileSync(join(folder, 'use.ts'), USE);
    const errors = typeErrors(join(folder, 'use.ts'));
    rmSync(folder, { recursive: true });
    expect(errors).toEqual([]);
  });

  it('is small, sends what the bridge takes and throws what it answers', async () => {
    const script = emitClientScript();
    expect(script.length).toBeLessThan(2048);
    const { createClient } = (await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(script)}`
    )) as {
      createClient(
        address: string,
        options: object,
      ): Record<string, (...args: unknown[]) => Promise<unknown>>;
    };
    const sent: unknown[] = [];
    const answers = [
      Response.json({ ok: true, id: 1, record: {} }),
      Response.json({ ok: true, records: [{ id: 1 }] }),
      Response.json(
        { ok: false, error: { code: 'invalid_record', message: 'No.' }, diagnostics: [1] },
        { status: 422 },
      ),
      new Response('<html>', { status: 502 }),
    ];
    const fetch = (url: string, { body }: { body: string }): Promise<Response | undefined> => {
      sent.push([url, JSON.parse(body)]);
      return Promise.resolve(answers.shift());
    };
    const client = createClient('http://host/a/shop/', { fetch });
    expect(await client['submit']?.('Task', { title: 'x' })).toEqual({ ok: true, id: 1, record: {} });
    expect(await client['query']?.({ entity: 'Task' })).toEqual([{ id: 1 }]);
    expect(sent).toEqual([
      ['http://host/a/shop/_data?entity=Task', { title: 'x' }],
      ['http://host/a/shop/_data/query', { entity: 'Task' }],
    ]);
    await expect(client['query']?.({})).rejects.toMatchObject({
      code: 'invalid_record',
      status: 422,
      message: 'No.',
      diagnostics: [1],
    });
    await expect(client['query']?.({})).rejects.toMatchObject({ code: 'internal', status: 502 });
  });
});
