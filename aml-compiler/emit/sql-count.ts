import { isDistinct } from '../evolution/column-fill.ts';
import type { CountRequest, FutureColumn } from '../evolution/step.ts';
import type { IrValidator } from '../ir.ts';
import { sqlCarry, sqlHidden } from './sql-carry.ts';
import { sqlCast } from './sql-casts.ts';
import { qualified, quoteName, quoteText } from './sql-names.ts';
import type { SqlTarget } from './sql-names.ts';
import { sqlDefault } from './sql-types.ts';

/** A question that SQL answers. */
export type SqlCountRequest = Exclude<CountRequest, { readonly kind: 'mismatches' }>;

/** A query with one row and one column `count` that answers a planner's question. */
export function emitCount(request: SqlCountRequest, target: SqlTarget): string {
  const table = qualified(target, request.table);
  switch (request.kind) {
    case 'rows':
      return `SELECT count(*) AS "count" FROM ${table}`;
    case 'nulls':
      return `SELECT count(*) AS "count" FROM ${table} WHERE ${quoteName(request.column)} IS NULL`;
    case 'castFailures': {
      const column = quoteName(request.column);
      const cast = sqlCast(column, request.from, request.to);
      return `SELECT count(*) AS "count" FROM ${table} WHERE ${column} IS NOT NULL AND (${cast}) IS NULL`;
    }
    case 'misfits': {
      const broken = request.validators.map((validator) => breaks(request, validator)).join(' OR ');
      return `SELECT count(*) AS "count" FROM ${table} WHERE ${broken}`;
    }
    case 'hidden':
      return `SELECT count(*) AS "count" FROM ${table} WHERE ${sqlHidden(request.carry, quoteName)}`;
    case 'unfilled':
      return `SELECT count(*) AS "count" FROM ${table} WHERE (${sqlCarry(request.carry, quoteName)}) IS NULL`;
    case 'outdated': {
      const { column, type } = request.column;
      const had = type.list ? `cardinality(${quoteName(column)}) > 0` : `${quoteName(column)} IS NOT NULL`;
      const shown = sqlCarry(request.carry, quoteName);
      return `SELECT count(*) AS "count" FROM ${table} WHERE ${had} AND (${shown}) IS DISTINCT FROM ${quoteName(column)}`;
    }
    case 'duplicates': {
      const values = request.columns.map((column, i) => `${future(column)} AS "v${i}"`).join(', ');
      const present = request.columns.map((_, i) => `"v${i}" IS NOT NULL`).join(' AND ');
      const group = request.columns.map((_, i) => `"v${i}"`).join(', ');
      return (
        `SELECT coalesce(sum("n"), 0) AS "count" FROM (SELECT count(*) AS "n" FROM (SELECT ${values} FROM ${table}) AS "k" ` +
        `WHERE ${present} GROUP BY ${group} HAVING count(*) > 1) AS "d"`
      );
    }
    case 'orphans': {
      const present = request.columns.map((column) => `(${future(column, 'c')}) IS NOT NULL`).join(' AND ');
      const pointing = `SELECT count(*) AS "count" FROM ${table} AS "c" WHERE ${present}`;
      if (request.to === null) return pointing;
      const joined = request.columns
        .map((column, i) => `(${future(column, 'c')}) = (${future(request.to?.columns[i], 'p')})`)
        .join(' AND ');
      return (
        `${pointing} AND NOT EXISTS (SELECT 1 FROM ` +
        `${qualified(target, request.to.table)} AS "p" WHERE ${joined})`
      );
    }
  }
}

const BOUNDS = { gt: '<=', gte: '<', lt: '>=', lte: '>' } as const;

/** Whether a value breaks a validator; an empty one breaks none. */
function breaks(
  { column, type }: Extract<CountRequest, { kind: 'misfits' }>,
  validator: IrValidator,
): string {
  const name = quoteName(column);
  switch (validator.kind) {
    case 'length': {
      const length = type.list ? `cardinality(${name})` : `char_length(${name})`;
      return `${length} NOT BETWEEN ${validator.min} AND ${validator.max}`;
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      // The text of a Float has all of its digits, a cast to numeric only fifteen.
      const own = type.type === 'Float' ? `${name}::text::numeric` : name;
      const cast = type.type === 'DateTime' ? 'timestamptz' : 'numeric';
      return `${own} ${BOUNDS[validator.kind]} ${quoteText(String(validator.value))}::${cast}`;
    }
    default:
      throw new Error(`@${validator.kind} is no validator that SQL counts.`);
  }
}

function future(column: FutureColumn | undefined, alias?: string): string {
  if (!column) throw new Error('A foreign key has as many columns as the key it points to.');
  const named = (name: string): string =>
    alias === undefined ? quoteName(name) : `${quoteName(alias)}.${quoteName(name)}`;
  const own = value(column, named);
  // A value that each filled row gets for itself is no other row's, so nothing needs to be known of it here.
  if (!column.fill || isDistinct(column.fill.value)) return own ?? 'NULL';
  const fill = sqlDefault(column.fill.value, column.fill.type);
  return own === null ? fill : `coalesce(${own}, ${fill})`;
}

function value(column: FutureColumn, named: (name: string) => string): string | null {
  if (column.carry) return sqlCarry(column.carry, named);
  if (column.column === null) return null;
  const name = named(column.column);
  return column.cast ? sqlCast(name, column.cast.from, column.cast.to) : name;
}
