import type { Ir, IrModel, IrValueField } from '../ir.ts';
import type { AppBuilder, AppEnum, AppValueType } from './pothos-builder.ts';
import type { SchemaNames } from './pothos-names.ts';
import { scalarName } from './pothos-scalar-name.ts';

/** The enums of an app as GraphQL enums; their values are stored by name. */
export class FieldTypes {
  private readonly enums: ReadonlyMap<string, AppEnum>;

  constructor(builder: AppBuilder, ir: Ir) {
    this.enums = new Map(
      ir.enums.map((item) => {
        const values = item.values.map((value) => [
          value.name,
          { value: value.name, description: value.doc ?? undefined },
        ]);
        const ref = builder.enumType(item.name, {
          ...(item.doc === null ? {} : { description: item.doc }),
          values: Object.fromEntries(values) as Record<string, { value: string }>,
        });
        return [item.name, ref as AppEnum];
      }),
    );
  }

  /** The type of one value of a field. */
  of(model: IrModel, field: IrValueField): AppValueType {
    if (field.kind !== 'enum') return scalarName(field, model.primaryKey.includes(field.name));
    const ref = this.enums.get(field.type);
    if (!ref) throw new Error(`The IR has no enum ${field.type}.`);
    return ref;
  }
}

/** What every part of the schema needs from the others. */
export interface SchemaParts {
  readonly builder: AppBuilder;
  readonly ir: Ir;
  readonly names: SchemaNames;
  readonly types: FieldTypes;
}

export function described(doc: string | null): { description?: string } {
  return doc === null ? {} : { description: doc };
}
