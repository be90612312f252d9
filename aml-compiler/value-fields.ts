import type { IrField, IrModel, IrValueField } from './ir.ts';

/** The fields of a model that are stored in columns: all but relations. */
export function valueFields(model: IrModel): readonly IrValueField[] {
  return model.fields.filter(isValueField);
}

export function isValueField(field: IrField): field is IrValueField {
  return field.kind !== 'relation';
}

/** The fields that rows can be sorted by: single values that have an order. */
export function sortableFields(model: IrModel): readonly IrValueField[] {
  return valueFields(model).filter((field) => !field.list && field.type !== 'Json');
}
