import type { IrValueField } from './ir.ts';

/**
 * Whether clients give this field's value (spec 2.5): not what the platform makes. A primary key without a generated
 * default is settable, since no row could be made otherwise (design 6).
 */
export function isClientSettable(field: IrValueField): boolean {
  return field.default?.kind !== 'generated' && !(field.kind === 'scalar' && field.updatedAt);
}
