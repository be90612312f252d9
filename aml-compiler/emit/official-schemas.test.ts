import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../compile.ts';
import { irOf } from '../corpus/places.ts';
import { randomModels } from '../corpus/random-models.ts';
import { readCorpus } from '../corpus/read-corpus.ts';
import { RUNS, timeFor } from '../corpus/runs.ts';
import type { Ir } from '../ir.ts';
import { emitJsonSchemaText } from './json-schema.ts';
import { emitOpenApi } from './openapi.ts';

const OPTIONS = { name: 'official', caller: 'anyone' } as const;
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The meta-schema of JSON Schema 2020-12, in strict mode also what it lets pass without a meaning. */
function checkJsonSchema(ir: Ir): void {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
  const all = JSON.parse(emitJsonSchemaText(ir)) as { readonly $schema: string };
  expect(all.$schema).toBe(DIALECT);
  if (!ajv.validateSchema(all)) throw new Error(ajv.errorsText());
  ajv.addSchema(all, 'all');
  for (const { name } of ir.models) expect(ajv.getSchema(`all#/$defs/${name}`), name).toBeTypeOf('function');
}

/** Reads the schema of OpenAPI once, which takes a second. */
const validator = new Validator();

/** The OpenAPI initiative's own schema of 3.1. */
async function checkOpenApi(ir: Ir): Promise<void> {
  const { valid, errors } = await validator.validate(
    JSON.parse(emitOpenApi(ir, OPTIONS)) as Record<string, unknown>,
  );
  expect(errors ?? [], JSON.stringify(errors, null, 2)).toEqual([]);
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
}

describe('the official schemas', { timeout: timeFor(RUNS / 20) }, () => {
  it('refuse what is none', async () => {
    const wrong = { openapi: '3.1.0', info: { title: 'x' }, paths: {} };
    expect((await validator.validate(wrong)).valid).toBe(false);
    expect(new Ajv2020().validateSchema({ type: 'text' })).toBe(false);
  });

  it.each([...readCorpus('prisma'), ...readCorpus('aml')])('take what $file gives', async ({ source }) => {
    const ir = irOf(source);
    if (ir.models.length === 0) return;
    checkJsonSchema(ir);
    await checkOpenApi(ir);
  });

  it('take what random models give', async () => {
    await fc.assert(
      fc.asyncProperty(randomModels, async (source) => {
        const { ir } = compile(source);
        if (ir === null) return;
        checkJsonSchema(ir);
        await checkOpenApi(ir);
      }),
      { numRuns: Math.ceil(RUNS / 20) },
    );
  });
});
