import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';
import { meaningOfIr, meaningOfPrisma } from './corpus/meaning.ts';
import type { Datamodel } from './corpus/prisma-parser.ts';
import { readPrisma } from './corpus/prisma-parser.ts';
import { readCorpus } from './corpus/read-corpus.ts';
import type { PhysicalNames } from './emit/physical-names.ts';
import { emitPrisma, scopeFieldName } from './emit/prisma.ts';
import type { Ir } from './ir.ts';

const plain = readCorpus('prisma');
const all = [...plain, ...readCorpus('aml')];

function accepted(source: string): Ir {
  const { ir, diagnostics } = compile(source);
  if (ir === null) throw new Error(JSON.stringify(diagnostics, null, 2));
  return ir;
}

/** Short physical names that have nothing in common with the logical ones. */
function physical(ir: Ir): PhysicalNames {
  return {
    schema: 'app_corpus',
    tables: Object.fromEntries(
      ir.models.map((model, number) => [
        model.name,
        {
          table: `t${number}`,
          scopeColumn: 'projectId',
          columns: Object.fromEntries(
            model.fields
              .filter((field) => field.kind !== 'relation')
              .map((field, column) => [field.name, `c${column}`]),
          ),
        },
      ]),
    ),
  };
}

describe('every schema of the corpus', () => {
  it('has at least 50 that are plain Prisma', () => expect(plain.length).toBeGreaterThanOrEqual(50));

  it.each(all)('$file compiles, and Prisma accepts what is emitted', ({ source }) => {
    const ir = accepted(source);
    const models = readPrisma(emitPrisma(ir)).models;
    expect(models.map((model) => model.name)).toEqual(ir.models.map((model) => model.name));
    for (const [index, model] of ir.models.entries())
      expect(models[index]?.fields.map((field) => field.name)).toEqual([
        ...model.fields.map((field) => field.name),
        scopeFieldName(model),
      ]);
  });

  it.each(all)('$file maps to physical names', ({ source }) => {
    const ir = accepted(source);
    const names = physical(ir);
    for (const model of readPrisma(emitPrisma(ir, names)).models) {
      const table = names.tables[model.name];
      expect({ table: model.dbName, schema: model.schema }).toEqual({
        table: table?.table,
        schema: 'app_corpus',
      });
      for (const field of model.fields)
        if (field.kind !== 'object' && table?.columns[field.name] !== undefined)
          expect(field.dbName).toBe(table.columns[field.name]);
    }
  });
});

type DmmfModel = Datamodel['models'][number];

describe('a schema that is plain Prisma', () => {
  it.each(plain)('$file means the same to Prisma and to us', ({ source }) => {
    const theirs = readPrisma(`datasource db {\n  provider = "postgresql"\n}\n\n${source}`);
    expect(meaningOfIr(accepted(source))).toEqual(meaningOfPrisma(theirs));
  });

  it.each(plain)('$file keeps its referential actions and indexes', ({ source }) => {
    const theirs = readPrisma(`datasource db {\n  provider = "postgresql"\n}\n\n${source}`);
    const emitted = readPrisma(emitPrisma(accepted(source)));
    const actions = (models: readonly DmmfModel[]): unknown =>
      models.flatMap((model) =>
        model.fields
          .filter((field) => (field.relationFromFields?.length ?? 0) > 0)
          .map((field) => [
            model.name,
            field.name,
            field.relationOnDelete ?? (field.isRequired ? 'Restrict' : 'SetNull'),
            field.relationOnUpdate ?? 'Cascade',
          ]),
      );
    expect(actions(emitted.models)).toEqual(actions(theirs.models));
    expect(emitted.indexes.filter((index) => index.type === 'normal')).toEqual(
      theirs.indexes.filter((index) => index.type === 'normal'),
    );
  });
});
