import { sqlType } from '@platform/aml-compiler/emit/sql-types.ts';
import type { IrValueField } from '@platform/aml-compiler';
import { plainValue } from '../record-output.ts';
import type { Statement } from './statement.ts';

/** A placeholder for one value of a field; lists aside, and JSON, which has its own. */
export function bindValue(statement: Statement, field: IrValueField, value: unknown): string {
  return statement.bind(asText(value), elementType(field));
}

/** A placeholder for several values of a field, as one array. */
export function bindValues(statement: Statement, field: IrValueField, values: unknown): string {
  if (!Array.isArray(values)) throw new Error(`The values for ${field.name} must be a list.`);
  const texts = values.map((value: unknown) =>
    field.type === 'Json' ? JSON.stringify(value) : asText(value),
  );
  return statement.bind(texts, `${elementType(field)}[]`);
}

export function bindText(statement: Statement, text: unknown): string {
  if (typeof text !== 'string') throw new Error('This condition takes text.');
  return statement.bind(text, 'text');
}

/** A placeholder for a JSON value. */
export function bindJson(statement: Statement, value: unknown): string {
  return statement.bind(JSON.stringify(value), 'jsonb');
}

function elementType(field: IrValueField): string {
  return sqlType({ type: field.kind === 'enum' ? 'Enum' : field.type, list: false, enumValues: [] });
}

/** Text, numbers and Booleans as they are; BigInt, Decimal and dates as the text that Postgres reads exactly. */
function asText(value: unknown): string | number | boolean {
  const plain = plainValue(value);
  if (typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'boolean') return plain;
  throw new Error('A condition has a value that cannot be compared.');
}
