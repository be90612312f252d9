import type { IrValueField } from '../ir.ts';

export type ScalarName =
  'ID' | 'String' | 'Boolean' | 'Int' | 'Float' | 'BigInt' | 'Decimal' | 'DateTime' | 'JSON';

/** The GraphQL scalar of a stored field. A key that is text is an ID. */
export function scalarName(field: IrValueField, isKey: boolean): ScalarName {
  if (field.kind === 'enum') return 'String';
  if (field.type === 'Json') return 'JSON';
  return field.type === 'String' && isKey && !field.list ? 'ID' : field.type;
}
