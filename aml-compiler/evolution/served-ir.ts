import type { Ir, IrEnum, IrField, IrModel, IrRelationField } from '../ir.ts';

export interface ServedDifferences {
  /** `Model.field` */
  readonly nullable: ReadonlySet<string>;
  /** Enum → values that rows still hold. */
  readonly keptEnumValues: ReadonlyMap<string, readonly string[]>;
  /** Model → unique keys that rows violate. */
  readonly refusedUniques: ReadonlyMap<string, readonly (readonly string[])[]>;
}

/**
 * The IR that the tables can really serve: the declared one, less what was refused. Everything that is generated
 * from it (client, schema, checks) is then true of every row.
 */
export function servedIr(ir: Ir, differences: ServedDifferences): Ir {
  const models = ir.models.map((model) => servedModel(model, differences));
  return {
    enums: ir.enums.map((item) => withValues(item, differences.keptEnumValues.get(item.name) ?? [])),
    models: models.map((model) => ({
      ...model,
      fields: model.fields.flatMap((field) => servedRelation(model, field, models)),
    })),
  };
}

function servedModel(model: IrModel, { nullable, refusedUniques }: ServedDifferences): IrModel {
  const refused = new Set((refusedUniques.get(model.name) ?? []).map((names) => names.join()));
  const fields = model.fields.map((field): IrField => {
    if (field.kind === 'relation') return field;
    const optional = field.optional || nullable.has(`${model.name}.${field.name}`);
    return { ...field, optional, unique: field.unique && !refused.has(field.name) };
  });
  return {
    ...model,
    uniques: model.uniques.filter((names) => !refused.has(names.join())),
    fields: fields.map((field) =>
      field.kind === 'relation' && field.fields.some((name) => fields.find((f) => f.name === name)?.optional)
        ? { ...field, optional: true }
        : field,
    ),
  };
}

/** A relation needs a key to point to; a one-to-one needs a unique key of its own, else its back side is a list. */
function servedRelation(model: IrModel, field: IrField, models: readonly IrModel[]): readonly IrField[] {
  if (field.kind !== 'relation') return [field];
  const other = models.find((candidate) => candidate.name === field.type);
  const holder = field.fields.length > 0 ? field : other?.fields.find((f) => isOtherSide(model, field, f));
  if (!other || holder?.kind !== 'relation') return [field];
  const [from, to] = holder === field ? [model, other] : [other, model];
  if (!isKey(to, holder.references)) return [];
  if (holder === field || field.list || isKey(from, holder.fields)) return [field];
  return [{ ...field, list: true, optional: false }];
}

function isOtherSide(
  model: IrModel,
  field: IrRelationField,
  candidate: IrField,
): candidate is IrRelationField {
  return (
    candidate.kind === 'relation' &&
    candidate.type === model.name &&
    candidate.relationName === field.relationName &&
    candidate.fields.length > 0
  );
}

function isKey(model: IrModel, names: readonly string[]): boolean {
  const wanted = [...names].sort().join();
  return [model.primaryKey, ...model.uniques].some((key) => [...key].sort().join() === wanted);
}

function withValues(item: IrEnum, kept: readonly string[]): IrEnum {
  const missing = [...new Set(kept)].filter((name) => !item.values.some((value) => value.name === name));
  return { ...item, values: [...item.values, ...missing.map((name) => ({ name, doc: null }))] };
}
