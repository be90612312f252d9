import { BRIDGE_LIMITS } from '../bridge-limits.ts';
import { TO_MANY_OPERATORS, TO_ONE_OPERATORS } from '../filter-operators.ts';
import type { Ir, IrEnum, IrModel, IrRelationField, IrValueField } from '../ir.ts';
import { SCALAR_TYPES } from '../types/all.ts';
import type { JsonSchema } from '../types/scalar-type.ts';
import { sortableFields, valueFields } from '../value-fields.ts';
import { describe, valueSchema } from './json-schema.ts';
import { conditionSchema } from './openapi-filters.ts';
import { closed, either, listOf, NULL, ref } from './openapi-schema.ts';

export const LIMIT: JsonSchema = {
  type: 'integer',
  minimum: 1,
  maximum: BRIDGE_LIMITS.queryMaxLimit,
  default: BRIDGE_LIMITS.queryDefaultLimit,
};
const DIRECTION: JsonSchema = { enum: ['asc', 'desc'] };

/** `TaskRecord`: a whole row as the bridge answers it. */
export function recordSchema(model: IrModel, ir: Ir): JsonSchema {
  const properties = valueProperties(model, ir.enums);
  return { ...describe(model.doc), ...closed(properties, Object.keys(properties)) };
}

/** `TaskRow`: what of a row was selected, related rows in it. */
export function rowSchema(model: IrModel, ir: Ir): JsonSchema {
  const relations = readableRelations(model, ir).map((field) => {
    const row = ref(`${field.type}Row`);
    return [field.name, field.list ? listOf(row) : field.optional ? either(row, NULL) : row] as const;
  });
  return closed({ ...valueProperties(model, ir.enums), ...Object.fromEntries(relations) });
}

function valueProperties(model: IrModel, enums: readonly IrEnum[]): JsonSchema {
  return Object.fromEntries(
    valueFields(model).map((field) => [field.name, { ...answered(field, enums), ...describe(field.doc) }]),
  );
}

function answered(field: IrValueField, enums: readonly IrEnum[]): JsonSchema {
  const value = field.kind === 'enum' ? valueSchema(field, enums) : SCALAR_TYPES[field.type].answerSchema;
  if (field.list) return listOf(value);
  return field.optional ? either(value, NULL) : value;
}

/** `TaskWhere`: conditions that all have to hold. */
export function whereSchema(model: IrModel, ir: Ir): JsonSchema {
  const self = ref(`${model.name}Where`);
  const relations = readableRelations(model, ir).map(
    (field) => [field.name, relationCondition(field)] as const,
  );
  return closed({
    AND: either(self, listOf(self)),
    OR: listOf(self),
    NOT: either(self, listOf(self)),
    ...Object.fromEntries(valueFields(model).map((field) => [field.name, conditionSchema(field, ir.enums)])),
    ...Object.fromEntries(relations),
  });
}

function relationCondition(field: IrRelationField): JsonSchema {
  const where = ref(`${field.type}Where`);
  const of = (operators: readonly string[], operand: JsonSchema): JsonSchema =>
    closed(Object.fromEntries(operators.map((operator) => [operator, operand])));
  if (field.list) return of(TO_MANY_OPERATORS, where);
  return field.optional
    ? either(where, of(TO_ONE_OPERATORS, either(where, NULL)), NULL)
    : either(where, of(TO_ONE_OPERATORS, where));
}

/** `TaskSelect`: names of fields, or an object that says whether and what. */
export function selectSchema(model: IrModel, ir: Ir): JsonSchema {
  const relations = readableRelations(model, ir);
  const names = [...valueFields(model), ...relations].map(({ name }) => name);
  const members = [
    ...valueFields(model).map(({ name }) => [name, { type: 'boolean' }] as const),
    ...relations.map((field) => [field.name, relationSelect(field)] as const),
  ];
  return {
    description: `Left out, or nothing selected: all stored fields. Relations go ${BRIDGE_LIMITS.selectDepth} levels deep.`,
    ...either(listOf({ enum: names }), closed(Object.fromEntries(members))),
  };
}

function relationSelect(field: IrRelationField): JsonSchema {
  const select = ref(`${field.type}Select`);
  const options = field.list
    ? {
        select,
        where: ref(`${field.type}Where`),
        orderBy: ref(`${field.type}OrderBy`),
        limit: LIMIT,
      }
    : { select };
  return either({ type: 'boolean' }, listOf({ type: 'string' }), closed(options));
}

/** `TaskOrderBy` */
export function orderBySchema(model: IrModel): JsonSchema {
  const names = sortableFields(model).map(({ name }) => name);
  const one = either(
    { enum: names.flatMap((name) => [name, `-${name}`]) },
    closed(Object.fromEntries(names.map((name) => [name, DIRECTION]))),
  );
  return {
    description: `\`field\`, \`-field\` or \`{ "field": "desc" }\`, or a list of these, of ${BRIDGE_LIMITS.orderByKeys} fields at most.`,
    ...either(one, listOf(one)),
  };
}

/** `TaskQuery`. The first model of the app need not be named. */
export function querySchema(model: IrModel, isFirst: boolean): JsonSchema {
  const { name } = model;
  return closed(
    {
      entity: { const: name },
      where: ref(`${name}Where`),
      select: ref(`${name}Select`),
      orderBy: ref(`${name}OrderBy`),
      limit: LIMIT,
    },
    isFirst ? [] : ['entity'],
  );
}

/** What may not be read may neither be selected nor asked about. */
function readableRelations(model: IrModel, ir: Ir): readonly IrRelationField[] {
  return model.fields
    .filter((field) => field.kind === 'relation')
    .filter((field) => ir.models.find(({ name }) => name === field.type)?.rules.read === 'anyone');
}
