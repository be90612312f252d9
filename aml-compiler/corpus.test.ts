import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';
import type { Datamodel } from './corpus/prisma-parser.ts';
import { readPrisma } from './corpus/prisma-parser.ts';
import { readCorpus } from './corpus/read-corpus.ts';
import type { PhysicalNames } from './emit/physical-names.ts';
import { emitPrisma, scopeFieldName } from './emit/prisma.ts';
import type { Ir, IrField, IrModel } from './ir.ts';

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
type DmmfField = DmmfModel['fields'][number];

/** One shape for a default in both worlds. */
function prismaDefault(field: DmmfField): unknown {
  const made = field.default;
  if (made === undefined) return null;
  if (typeof made === 'object' && 'name' in made) return { fn: made.name };
  if (field.type === 'Json')
    return Array.isArray(made) ? made.map((item) => JSON.parse(String(item))) : JSON.parse(String(made));
  if (field.type === 'DateTime') return Date.parse(String(made));
  if (field.type === 'Decimal' || field.type === 'BigInt') return Number(made);
  return made;
}

function ourDefault(field: IrField): unknown {
  if (field.kind === 'relation' || field.default === null) return null;
  if (field.default.kind === 'generated') return { fn: field.default.fn };
  const { value } = field.default;
  if (field.type === 'DateTime') return Date.parse(String(value));
  return field.type === 'Decimal' || field.type === 'BigInt' ? Number(value) : value;
}

function ofPrisma(model: DmmfModel): unknown {
  return {
    name: model.name,
    doc: model.documentation ?? null,
    key: model.primaryKey?.fields ?? model.fields.filter((field) => field.isId).map((field) => field.name),
    uniques: [
      ...model.fields.filter((field) => field.isUnique).map((field) => [field.name]),
      ...model.uniqueFields,
    ].toSorted(),
    fields: model.fields.map((field) => ({
      name: field.name,
      type: field.type,
      doc: field.documentation ?? null,
      list: field.isList,
      optional: !field.isRequired,
      default: prismaDefault(field),
      updatedAt: field.isUpdatedAt === true,
      relation:
        field.kind === 'object'
          ? { name: field.relationName, from: field.relationFromFields, to: field.relationToFields }
          : null,
    })),
  };
}

function ofOurs(model: IrModel): unknown {
  return {
    name: model.name,
    doc: model.doc,
    key: model.primaryKey,
    uniques: model.uniques.map((unique) => [...unique]).toSorted(),
    fields: model.fields.map((field) => ({
      name: field.name,
      type: field.type,
      doc: field.doc,
      list: field.list,
      optional: field.optional,
      default: ourDefault(field),
      updatedAt: field.kind === 'scalar' && field.updatedAt,
      relation:
        field.kind === 'relation'
          ? { name: field.relationName, from: field.fields, to: field.references }
          : null,
    })),
  };
}

describe('a schema that is plain Prisma', () => {
  it.each(plain)('$file means the same to Prisma and to us', ({ source }) => {
    const theirs = readPrisma(`datasource db {\n  provider = "postgresql"\n}\n\n${source}`);
    const ours = accepted(source);
    expect(ours.models.map(ofOurs)).toEqual(theirs.models.map(ofPrisma));
    expect(
      ours.enums.map(({ name, values }) => ({ name, values: values.map((value) => value.name) })),
    ).toEqual(theirs.enums.map(({ name, values }) => ({ name, values: values.map((value) => value.name) })));
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
