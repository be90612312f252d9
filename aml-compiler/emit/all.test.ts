import { Ajv2020 } from 'ajv/dist/2020.js';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { irOf } from '../corpus/places.ts';
import { readPrisma } from '../corpus/prisma-parser.ts';
import { readCorpus } from '../corpus/read-corpus.ts';
import { EMITTERS } from './all.ts';

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
    for (const [, name] of JSON.stringify(api).matchAll(/#\/components\/schemas\/([\w.]+)/g))
      expect(api.components.schemas).toHaveProperty([name ?? '']);
    for (const schema of Object.values(api.components.schemas)) expect(ajv.validateSchema(schema)).toBe(true);
  });

  it('has tables for all models, quoted', () => {
    for (const { ir } of corpus) {
      const sql = emitted(ir, 'schema.sql');
      expect(sql.match(/^CREATE TABLE "shop"\."[a-z0-9_]+" \($/gm)?.length ?? 0).toBe(ir.models.length);
    }
  });
});
