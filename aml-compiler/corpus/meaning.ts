import type { Ir, IrField, IrModel } from '../ir.ts';
import type { Datamodel } from './prisma-parser.ts';

type DmmfModel = Datamodel['models'][number];
type DmmfField = DmmfModel['fields'][number];

/** All that a schema says, in one shape for Prisma's own model of it and for ours, to be compared. */
export function meaningOfPrisma({ models, enums, indexes }: Datamodel): unknown {
  return {
    models: models.map((model) => ({
      name: model.name,
      doc: model.documentation ?? null,
      key: model.primaryKey?.fields ?? model.fields.filter((field) => field.isId).map((field) => field.name),
      uniques: [
        ...model.fields.filter((field) => field.isUnique).map((field) => [field.name]),
        ...model.uniqueFields,
      ].toSorted(),
      uniqueIndexes: model.uniqueIndexes.map(({ fields }) => fields),
      indexes: indexes
        .filter((index) => index.model === model.name && index.type === 'normal')
        .map(({ fields }) => fields.map(({ name, sortOrder }) => ({ name, sort: sortOrder ?? 'asc' }))),
      fields: model.fields.map(fieldOfPrisma),
    })),
    enums: enums.map(({ name, values, documentation }) => ({
      name,
      doc: documentation ?? null,
      values: values.map((value) => ({ name: value.name, doc: docOfValue(value) })),
    })),
  };
}

/** The parser hands comments of values on, though the types do not say so. */
function docOfValue(value: object): string | null {
  return 'documentation' in value && typeof value.documentation === 'string' ? value.documentation : null;
}

function fieldOfPrisma(field: DmmfField): unknown {
  const owner = (field.relationFromFields?.length ?? 0) > 0;
  return {
    kind: field.kind === 'object' ? 'relation' : field.kind,
    name: field.name,
    type: field.type,
    doc: field.documentation ?? null,
    list: field.isList,
    optional: !field.isRequired && !field.isList,
    unique: field.isId || field.isUnique,
    default: prismaDefault(field),
    hasDefault: field.hasDefaultValue,
    updatedAt: field.isUpdatedAt === true,
    relation:
      field.kind === 'object'
        ? { name: field.relationName, from: field.relationFromFields, to: field.relationToFields }
        : null,
    actions: owner
      ? [
          field.relationOnDelete ?? (field.isRequired ? 'Restrict' : 'SetNull'),
          field.relationOnUpdate ?? 'Cascade',
        ]
      : null,
  };
}

function prismaDefault(field: DmmfField): unknown {
  const made = field.default;
  if (made === undefined) return null;
  if (typeof made === 'object' && 'name' in made) return { fn: made.name, args: made.args };
  if (field.type === 'Json')
    return Array.isArray(made) ? made.map((item) => JSON.parse(String(item))) : JSON.parse(String(made));
  if (field.type === 'DateTime') return Date.parse(String(made));
  return field.type === 'Decimal' || field.type === 'BigInt' ? exact(made) : made;
}

/** As text, since a number would lose digits; `0.00` and `0` are one. */
function exact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(exact);
  return String(value)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

/** The same of our own IR, without what Prisma does not have: rules, validators, earlier names. */
export function meaningOfIr({ models, enums }: Ir): unknown {
  return {
    models: models.map((model) => ({
      name: model.name,
      doc: model.doc,
      key: model.primaryKey,
      uniques: model.uniques.map((unique) => [...unique]).toSorted(),
      uniqueIndexes: model.uniques.filter((unique) => unique.length > 1),
      indexes: model.indexes.map(({ fields }) => fields),
      fields: model.fields.map((field) => fieldOfIr(model, field)),
    })),
    enums: enums.map(({ name, doc, values }) => ({ name, doc, values })),
  };
}

function fieldOfIr(model: IrModel, field: IrField): unknown {
  const value = field.kind === 'relation' ? null : field;
  const relation = field.kind === 'relation' ? field : null;
  return {
    kind: field.kind,
    name: field.name,
    type: field.type,
    doc: field.doc,
    list: field.list,
    optional: field.optional,
    unique: value?.unique ?? false,
    default: ourDefault(field),
    hasDefault: (value?.default ?? null) !== null,
    updatedAt: field.kind === 'scalar' && field.updatedAt,
    relation: relation && { name: relation.relationName, from: relation.fields, to: relation.references },
    actions: relation && relation.fields.length > 0 ? [relation.onDelete, relation.onUpdate] : null,
  };
}

/** What Prisma fills in where a function is called without arguments. */
const ARGS = { cuid: [1], uuid: [4], now: [], autoincrement: [] } as const;

function ourDefault(field: IrField): unknown {
  if (field.kind === 'relation' || field.default === null) return null;
  if (field.default.kind === 'generated') return { fn: field.default.fn, args: ARGS[field.default.fn] };
  const { value } = field.default;
  if (field.type === 'Decimal' || field.type === 'BigInt') return exact(value);
  return field.type === 'DateTime' ? Date.parse(String(value)) : value;
}
