import { quoteName } from '@platform/aml-compiler/emit/sql-names.ts';
import type { IrRelationField, IrValueField } from '@platform/aml-compiler';
import type { Args } from '../args.ts';
import { joinSql, relationKeys } from './relation.ts';
import type { RelationKeys } from './relation.ts';
import { fromSql } from './statement.ts';
import type { Source, Statement } from './statement.ts';
import { whereSql } from './where.ts';

/** Names the rows of a subquery as a whole; no field has a `$` in its name. */
const ROW = quoteName('$row');

/**
 * The select list that gives a row as the API shows it (design 6): BigInt and Decimal as text, dates in ISO, related
 * rows and their counts inside.
 */
export function rowSql(statement: Statement, source: Source, select: Args): string {
  const members = Object.entries(select).map(([name, value]) => {
    const { model } = source;
    if (name === '_count') return `(${countsSql(statement, source, value as Args)}) AS "_count"`;
    const field = model.fields.get(name);
    if (!field) throw new Error(`A selection names ${model.ir.name}.${name}, which is not stored.`);
    const sql =
      field.kind === 'relation'
        ? `(${relatedSql(statement, source, field, value as Args)})`
        : valueSql(source.column(name), field);
    return `${sql} AS ${quoteName(name)}`;
  });
  return members.join(', ');
}

/** Rows of one list as a JSON array, in order; `join` ties them to the row they belong to. */
export function listSql(statement: Statement, source: Source, args: Args, join: string | null): string {
  const conditions = [join, whereSql(statement, source, (args['where'] ?? {}) as Args)].filter(
    (condition) => condition !== null,
  );
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
  const order = orderSql(source, args['orderBy']);
  const limit = args['take'] === undefined ? '' : ` LIMIT ${statement.bind(Number(args['take']), 'integer')}`;
  const skip = args['skip'] === undefined ? '' : ` OFFSET ${statement.bind(Number(args['skip']), 'bigint')}`;
  // Only the rows of the page are looked into for what is related to them.
  const page = `(SELECT ${source.alias}.* FROM ${fromSql(source)}${where}${order}${limit}${skip}) AS ${source.alias}`;
  return `SELECT coalesce(json_agg(${ROW}), '[]') FROM (SELECT ${rowSql(statement, source, args['select'] as Args)} FROM ${page}) AS ${ROW}`;
}

function relatedSql(statement: Statement, source: Source, field: IrRelationField, args: Args): string {
  const keys = relationKeys(statement.models, source.model, field);
  const other = statement.source(keys.related);
  const join = joinSql(keys, source, other);
  if (field.list) return listSql(statement, other, args, join);
  const where = whereSql(statement, other, (args['where'] ?? {}) as Args);
  const row = rowSql(statement, other, args['select'] as Args);
  const all = [join, ...(where === null ? [] : [where])].join(' AND ');
  return `SELECT row_to_json(${ROW}) FROM (SELECT ${row} FROM ${fromSql(other)} WHERE ${all}) AS ${ROW}`;
}

function countsSql(statement: Statement, source: Source, counts: Args): string {
  const members = Object.entries(counts['select'] as Args).map(([name, value]) => {
    const field = source.model.fields.get(name);
    if (field?.kind !== 'relation') throw new Error(`${source.model.ir.name}.${name} is no list of rows.`);
    const keys: RelationKeys = relationKeys(statement.models, source.model, field);
    const other = statement.source(keys.related);
    const where = whereSql(statement, other, ((value as Args)['where'] ?? {}) as Args);
    const all = [joinSql(keys, source, other), ...(where === null ? [] : [where])].join(' AND ');
    return `(SELECT count(*) FROM ${fromSql(other)} WHERE ${all}) AS ${quoteName(name)}`;
  });
  return `SELECT row_to_json(${ROW}) FROM (SELECT ${members.join(', ')}) AS ${ROW}`;
}

function orderSql(source: Source, orderBy: unknown): string {
  const keys = ((orderBy ?? []) as readonly Args[]).flatMap((item) => Object.entries(item));
  if (keys.length === 0) return '';
  return ` ORDER BY ${keys
    .map(([name, direction]) => `${source.column(name)} ${direction === 'desc' ? 'DESC' : 'ASC'}`)
    .join(', ')}`;
}

/** A stored value as JSON shows it. */
function valueSql(column: string, field: IrValueField): string {
  const text = field.kind === 'enum' ? null : TEXT[field.type];
  if (!field.list) return text ? text(column) : column;
  if (!text) return `coalesce(to_json(${column}), '[]')`;
  return `(SELECT coalesce(json_agg(${text('v')} ORDER BY n), '[]') FROM unnest(${column}) WITH ORDINALITY AS u(v, n))`;
}

/** Types that JSON has no exact form of. */
const TEXT: Readonly<Partial<Record<string, (value: string) => string>>> = {
  BigInt: (value) => `${value}::text`,
  Decimal: (value) => `trim_scale(${value})::text`,
  DateTime: (value) => `to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};
