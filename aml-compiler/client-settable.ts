import { valueFields } from './value-fields.ts';
import type { IrModel, IrValueField } from './ir.ts';

/**
 * The one rule on which fields clients give (spec 2.5, design 6): JSON Schema, OpenAPI, the typed client, GraphQL's
 * inputs and the bridge all ask here. The scope column is no field of the IR, so nothing has to be said about it.
 */

/** The fields of a new row that clients may give, in the order of the model. */
export function creatableFields(model: IrModel): readonly IrValueField[] {
  return valueFields(model).filter(isClientSettable);
}

/** The fields of a row that clients may change: a row keeps its key. */
export function changeableFields(model: IrModel): readonly IrValueField[] {
  return creatableFields(model).filter((field) => !model.primaryKey.includes(field.name));
}

/** Whether a new row must have this field from the client: nothing else fills it. */
export function isRequiredFromClient(field: IrValueField): boolean {
  return isClientSettable(field) && !field.optional && !field.list && field.default === null;
}

/** Not what the platform makes. A key that nothing makes is settable, since no row could be made otherwise. */
function isClientSettable(field: IrValueField): boolean {
  return field.default?.kind !== 'generated' && !(field.kind === 'scalar' && field.updatedAt);
}
