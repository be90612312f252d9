import type { CountRequest, FutureColumn } from '../evolution/step.ts';
import { sqlCarry } from './sql-carry.ts';
import { sqlCast } from './sql-casts.ts';
import { qualified, quoteName } from './sql-names.ts';
import type { SqlTarget } from './sql-names.ts';

/** A query with one row and one column `count` that answers a planner's question. */
export function emitCount(request: CountRequest, target: SqlTarget): string {
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
      const joined = request.columns
        .map((column, i) => `(${future(column, 'c')}) = (${future(request.toColumns[i], 'p')})`)
        .join(' AND ');
      return (
        `SELECT count(*) AS "count" FROM ${table} AS "c" WHERE ${present} ` +
        `AND NOT EXISTS (SELECT 1 FROM ${qualified(target, request.toTable)} AS "p" WHERE ${joined})`
      );
    }
  }
}

function future(column: FutureColumn | undefined, alias?: string): string {
  if (!column) throw new Error('A foreign key has as many columns as the key it points to.');
  const named = (name: string): string =>
    alias === undefined ? quoteName(name) : `${quoteName(alias)}.${quoteName(name)}`;
  if (column.carry) return sqlCarry(column.carry, named);
  const name = named(column.column);
  return column.cast ? sqlCast(name, column.cast.from, column.cast.to) : name;
}
