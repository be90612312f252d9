import type { IrModel, IrScalarField, IrValueField } from '../ir.ts';
import type { AppFieldBuilder, AppObject, AppRow } from './pothos-builder.ts';
import type { SchemaParts } from './pothos-types.ts';

export type AggregateName = 'sum' | 'avg' | 'min' | 'max';

/** `TaskAggregate`: count, and sum, avg, min, max of the fields that have them (design 6). */
export function addAggregate({ builder, names, types }: SchemaParts, model: IrModel): AppObject<AppRow> {
  const numbers = scalars(model).filter((field) =>
    ['Int', 'BigInt', 'Float', 'Decimal'].includes(field.type),
  );
  const ordered = stored(model).filter(
    (field) => field.kind === 'enum' || !['Boolean', 'Json'].includes(field.type),
  );
  const parts = new Map<AggregateName, AppObject<AppRow>>();
  const part = (
    name: AggregateName,
    fields: readonly IrValueField[],
    typeOf: (field: IrValueField) => unknown,
  ): void => {
    if (fields.length === 0) return;
    const ref = builder.objectRef<AppRow>(
      names.type(`${model.name}${name.charAt(0).toUpperCase()}${name.slice(1)}`),
    );
    ref.implement({
      fields: (t) =>
        Object.fromEntries(fields.map((field) => [field.name, valueField(t, field, typeOf(field))])),
    });
    parts.set(name, ref);
  };
  part('sum', numbers, sumType);
  part('avg', numbers, (field) => (field.type === 'Decimal' ? 'Decimal' : 'Float'));
  part('min', ordered, (field) => types.of(model, field));
  part('max', ordered, (field) => types.of(model, field));

  const aggregate = builder.objectRef<AppRow>(`${model.name}Aggregate`);
  aggregate.implement({
    fields: (t) => ({
      count: t.int({ nullable: false, resolve: (row) => row['count'] as number }),
      ...Object.fromEntries(
        [...parts].map(([name, ref]) => [
          name,
          t.field({ type: ref, nullable: false, resolve: (row) => (row[name] ?? {}) as AppRow }),
        ]),
      ),
    }),
  });
  return aggregate;
}

/** A sum of Int outgrows Int; as Float it is exact up to 2^53. */
function sumType(field: IrValueField): string {
  return field.type === 'Int' ? 'Float' : field.type;
}

function valueField(t: AppFieldBuilder, field: IrValueField, type: unknown) {
  return t.field({
    type: type as 'Float',
    nullable: true,
    resolve: (row) => (row[field.name] ?? null) as number | null,
  });
}

function stored(model: IrModel): readonly IrValueField[] {
  return model.fields.filter((field) => field.kind !== 'relation').filter((field) => !field.list);
}

function scalars(model: IrModel): readonly IrScalarField[] {
  return stored(model).filter((field) => field.kind === 'scalar');
}
