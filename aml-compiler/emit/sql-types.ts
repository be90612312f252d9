import type { ColumnType } from '../evolution/column-type.ts';
import type { IrDefault, JsonValue } from '../ir.ts';
import { quoteText } from './sql-names.ts';

const ELEMENT: Readonly<Record<ColumnType['type'], string>> = {
  String: 'text',
  Boolean: 'boolean',
  Int: 'integer',
  BigInt: 'bigint',
  Float: 'double precision',
  Decimal: 'numeric',
  DateTime: 'timestamp(3) with time zone',
  Json: 'jsonb',
  // Values of an enum are checked before they are stored; as text they can be renamed and removed without rewriting rows.
  Enum: 'text',
};

/** The SQL type of a column. */
export function sqlType(type: ColumnType): string {
  return type.list ? `${ELEMENT[type.type]}[]` : ELEMENT[type.type];
}

/** An expression for a default, to be evaluated once a row. */
export function sqlDefault(fill: IrDefault, type: ColumnType): string {
  if (fill.kind === 'literal') return sqlLiteral(fill.value, type);
  switch (fill.fn) {
    case 'now':
      return 'CURRENT_TIMESTAMP';
    case 'uuid':
      return 'gen_random_uuid()::text';
    case 'cuid':
      // Rows that exist already get an id of the same shape; new rows get theirs from the client library.
      return `'c' || substr(md5(random()::text || clock_timestamp()::text), 1, 24)`;
    case 'autoincrement':
      throw new Error('An autoincrement default is an identity column, not an expression.');
  }
}

function sqlLiteral(value: JsonValue, type: ColumnType): string {
  const cast = `::${sqlType(type)}`;
  if (value === null) return `NULL${cast}`;
  if (type.list) {
    const items = Array.isArray(value) ? value : [value];
    const element = { ...type, list: false };
    return `ARRAY[${items.map((item: JsonValue) => sqlLiteral(item, element)).join(', ')}]${cast}`;
  }
  if (type.type === 'Json') return `${quoteText(JSON.stringify(value))}${cast}`;
  return `${quoteText(typeof value === 'string' ? value : JSON.stringify(value))}${cast}`;
}
