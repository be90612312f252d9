import { changeableFields, creatableFields } from './client-settable.ts';
import type { Ir, IrModel, IrRelationField, IrValueField, RuleOperation } from './ir.ts';

/** What a nested write may do with the rows at the other end of a relation. */
export type LinkOperation = 'create' | 'connect' | 'update' | 'disconnect' | 'delete';

/** A relation seen from one of its models, with the foreign key that holds it. */
export interface Link {
  readonly relation: IrRelationField;
  readonly target: IrModel;
  /** Whether the rows of this model hold the foreign key, or those of the target. */
  readonly held: 'here' | 'there';
  /** The foreign key, and the fields of the other side that it points to, in the same order. */
  readonly fields: readonly string[];
  readonly references: readonly string[];
}

/** The links of a model, by the name of their relation. */
export function linksOf(ir: Ir, model: IrModel): ReadonlyMap<string, Link> {
  const links = model.fields.flatMap((relation): [string, Link][] => {
    if (relation.kind !== 'relation') return [];
    const target = ir.models.find((candidate) => candidate.name === relation.type);
    const holder = relation.fields.length > 0 ? relation : target && otherSide(model, relation, target);
    if (!target || !holder) return [];
    const { fields, references } = holder;
    return [
      [relation.name, { relation, target, held: holder === relation ? 'here' : 'there', fields, references }],
    ];
  });
  return new Map(links);
}

/**
 * What a caller may do through a link while a row of `model` is made or changed. Whoever changes a foreign key
 * changes the row that holds it; a row that others point to is not deleted from there, since it may take them along.
 */
export function linkOperations(
  model: IrModel,
  link: Link,
  purpose: 'create' | 'update',
  may: (model: IrModel, operation: RuleOperation) => boolean,
): readonly LinkOperation[] {
  const holder = link.held === 'here' ? model : link.target;
  const key = holder.fields.filter((field) => field.kind !== 'relation' && link.fields.includes(field.name));
  const creatable = includesAll(creatableFields(holder), link.fields);
  const changeable = includesAll(changeableFields(holder), link.fields);
  const loose = key.every((field) => field.optional);
  const allowed = (operation: RuleOperation): boolean => may(link.target, operation);
  const rules: Readonly<Record<LinkOperation, boolean>> =
    link.held === 'here'
      ? {
          create: allowed('create') && (purpose === 'create' ? creatable : changeable),
          connect: allowed('read') && (purpose === 'create' ? creatable : changeable),
          update: purpose === 'update' && allowed('update'),
          disconnect: purpose === 'update' && loose && changeable,
          delete: false,
        }
      : {
          create: allowed('create') && creatable,
          connect: allowed('update') && changeable,
          update: purpose === 'update' && allowed('update'),
          disconnect: purpose === 'update' && allowed('update') && loose && changeable,
          delete: purpose === 'update' && allowed('delete'),
        };
  return (Object.keys(rules) as LinkOperation[]).filter((operation) => rules[operation]);
}

function otherSide(model: IrModel, relation: IrRelationField, target: IrModel): IrRelationField | undefined {
  return target.fields.find(
    (field): field is IrRelationField =>
      field.kind === 'relation' &&
      field.type === model.name &&
      field.relationName === relation.relationName &&
      field.fields.length > 0,
  );
}

function includesAll(fields: readonly IrValueField[], names: readonly string[]): boolean {
  return names.every((name) => fields.some((field) => field.name === name));
}
