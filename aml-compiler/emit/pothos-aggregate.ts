import { RESERVED_VALUES } from '../check/reserved-names.ts';
import type { IrModel, IrScalarField, IrValueField } from '../ir.ts';
import type { AppEnum, AppFieldBuilder, AppObject, AppRow } from './pothos-builder.ts';
import type { SchemaParts } from './pothos-types.ts';

/** The types of sums of rows: over all that a filter leaves, and over groups of them (design 6). */
export class Aggregates {
  private readonly parts: SchemaParts;
  private readonly sums = new Map<string, ReadonlyMap<string, AppObject<AppRow>>>();

  constructor(parts: SchemaParts) {
    this.parts = parts;
  }

  /** `TaskAggregate`: count, and sum, avg, min, max of the fields that have them. */
  aggregate(model: IrModel): AppObject<AppRow> {
    const ref = this.parts.builder.objectRef<AppRow>(`${model.name}Aggregate`);
    ref.implement({ fields: (t) => this.sumFields(t, model) });
    return ref;
  }

  /** `TaskGroup`: the values that its rows have in common, and the same sums. */
  group(model: IrModel): AppObject<AppRow> {
    const { builder, names, types } = this.parts;
    const key = builder.objectRef<AppRow>(names.type(`${model.name}GroupKey`, `${model.name} group key`));
    key.implement({
      description: 'What the rows of a group have in common; null where they were not grouped by it.',
      fields: (t) =>
        Object.fromEntries(
          groupable(model).map((field) => [field.name, valueField(t, field, types.of(model, field))]),
        ),
    });
    const ref = builder.objectRef<AppRow>(names.type(`${model.name}Group`, `${model.name} group`));
    ref.implement({
      fields: (t) => ({
        key: t.field({ type: key, nullable: false, resolve: (row) => row['key'] as AppRow }),
        ...this.sumFields(t, model),
      }),
    });
    return ref;
  }

  /** `TaskGroupField`; null when rows cannot be grouped by anything. */
  groupFields(model: IrModel): AppEnum | null {
    const names = groupable(model).map((field) => field.name);
    if (names.length === 0) return null;
    return this.parts.builder.enumType(
      this.parts.names.type(`${model.name}GroupField`, `${model.name} group field`),
      { values: Object.fromEntries(names.map((name) => [name, { value: name }])) },
    ) as AppEnum;
  }

  private sumFields(t: AppFieldBuilder, model: IrModel) {
    return {
      count: t.int({ nullable: false, resolve: (row) => row['count'] as number }),
      ...Object.fromEntries(
        [...this.sumTypes(model)].map(([name, ref]) => [
          name,
          t.field({ type: ref, nullable: false, resolve: (row) => (row[name] ?? {}) as AppRow }),
        ]),
      ),
    };
  }

  private sumTypes(model: IrModel): ReadonlyMap<string, AppObject<AppRow>> {
    const known = this.sums.get(model.name);
    if (known) return known;
    const { types } = this.parts;
    const numbers = scalars(model).filter((field) =>
      ['Int', 'BigInt', 'Float', 'Decimal'].includes(field.type),
    );
    const ordered = stored(model).filter(
      (field) => field.kind === 'enum' || !['Boolean', 'Json'].includes(field.type),
    );
    const made = new Map<string, AppObject<AppRow>>();
    const add = (
      name: string,
      fields: readonly IrValueField[],
      typeOf: (field: IrValueField) => unknown,
    ): void => {
      if (fields.length > 0) made.set(name, this.sumType(model, name, fields, typeOf));
    };
    add('sum', numbers, typeOfSum);
    add('avg', numbers, (field) => (field.type === 'Decimal' ? 'Decimal' : 'Float'));
    add('min', ordered, (field) => types.of(model, field));
    add('max', ordered, (field) => types.of(model, field));
    this.sums.set(model.name, made);
    return made;
  }

  private sumType(
    model: IrModel,
    name: string,
    fields: readonly IrValueField[],
    typeOf: (field: IrValueField) => unknown,
  ): AppObject<AppRow> {
    const wanted = `${model.name}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const ref = this.parts.builder.objectRef<AppRow>(this.parts.names.type(wanted, `${model.name} ${name}`));
    ref.implement({
      fields: (t) =>
        Object.fromEntries(fields.map((field) => [field.name, valueField(t, field, typeOf(field))])),
    });
    return ref;
  }
}

/** A sum of Int outgrows Int; as Float it is exact up to 2^53. */
function typeOfSum(field: IrValueField): string {
  return field.type === 'Int' ? 'Float' : field.type;
}

function valueField(t: AppFieldBuilder, field: IrValueField, type: unknown) {
  return t.field({
    type: type as 'Float',
    nullable: true,
    resolve: (row) => (row[field.name] ?? null) as number | null,
  });
}

/** Fields whose values can be compared; GraphQL has no enum value `true`, so nothing is grouped by such a field. */
function groupable(model: IrModel): readonly IrValueField[] {
  return stored(model).filter(
    (field) => !(field.kind === 'scalar' && field.type === 'Json') && !RESERVED_VALUES.has(field.name),
  );
}

function stored(model: IrModel): readonly IrValueField[] {
  return model.fields.filter((field) => field.kind !== 'relation').filter((field) => !field.list);
}

function scalars(model: IrModel): readonly IrScalarField[] {
  return stored(model).filter((field) => field.kind === 'scalar');
}
