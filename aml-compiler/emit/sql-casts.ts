import type { ColumnType } from '../evolution/column-type.ts';
import { quoteText } from './sql-names.ts';
import { sqlType } from './sql-types.ts';

/** Integers as they are written canonically: nothing is lost on the way to a number and back. */
const INTEGER = `'^(0|-?[1-9][0-9]{0,18})$'`;
const DECIMAL = `'^-?(0|[1-9][0-9]{0,39})(\\.[0-9]{1,30})?$'`;
const CLOCK = `([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,3})?)?(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])`;
const DAYS = [
  `[0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])`,
  `[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)`,
  `[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])`,
  `([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29`,
].join('|');
const DATE = `'^(?!0000)(${DAYS})$'`;
const DATE_TIME = `'^(?!0000)(${DAYS})T${CLOCK}$'`;

/**
 * An expression that gives `source` in another type, or NULL where the value does not cast without loss. Never
 * raises an error: CASE decides before anything is cast.
 */
export function sqlCast(source: string, from: ColumnType, to: ColumnType): string {
  if (from.list && !to.list) return `CASE WHEN cardinality(${source}) = 1 THEN (${source})[1] END`;
  if (!from.list && to.list) return `CASE WHEN ${source} IS NOT NULL THEN ARRAY[${source}] END`;
  if (from.list) return `${source}::${sqlType(to)}`;
  return castElement(source, from, to);
}

function castElement(source: string, from: ColumnType, to: ColumnType): string {
  if (from.type === 'Json') return castJson(source, to);
  if (to.type === 'Json') return `to_jsonb(${source})`;
  if (to.type === 'Enum') return when(`${source} IN (${list(to.enumValues)})`, source, to);
  if (to.type === 'String') return castToText(source, from);
  if (from.type === 'String') return castText(source, to);
  if (to.type === 'Boolean') return `CASE ${source} WHEN 1 THEN true WHEN 0 THEN false END`;
  if (from.type === 'Boolean') return `${source}::integer`;
  return castNumber(source, from, to);
}

function castToText(source: string, from: ColumnType): string {
  if (from.type !== 'DateTime') return `${source}::text`;
  return `to_char(${source} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function castText(source: string, to: ColumnType): string {
  switch (to.type) {
    case 'Boolean':
      return `CASE ${source} WHEN 'true' THEN true WHEN 'false' THEN false END`;
    case 'Int':
    case 'BigInt':
      return `CASE WHEN ${source} ~ ${INTEGER} THEN ${castNumber(`${source}::numeric`, { ...to, type: 'Decimal' }, to)} END`;
    case 'Decimal':
      return when(`${source} ~ ${DECIMAL}`, source, to);
    case 'Float':
      return `CASE WHEN ${source} ~ ${DECIMAL} THEN ${castNumber(`${source}::numeric`, { ...to, type: 'Decimal' }, to)} END`;
    default:
      return (
        `CASE WHEN ${source} ~ ${DATE} THEN (${source} || 'T00:00:00Z')::${sqlType(to)} ` +
        `WHEN ${source} ~ ${DATE_TIME} THEN ${source}::${sqlType(to)} END`
      );
  }
}

function castNumber(source: string, from: ColumnType, to: ColumnType): string {
  switch (to.type) {
    case 'Int':
      return when(`${whole(source, from)} ${source} BETWEEN -2147483648 AND 2147483647`, source, to);
    case 'BigInt':
      // Beyond this a double does not hold every integer; the upper bound itself would already overflow.
      return from.type === 'Float'
        ? when(`${whole(source, from)} ${source} BETWEEN -9007199254740992 AND 9007199254740992`, source, to)
        : when(
            `${whole(source, from)} ${source} BETWEEN -9223372036854775808 AND 9223372036854775807`,
            source,
            to,
          );
    case 'Float':
      return from.type === 'Decimal'
        ? `CASE WHEN abs(${source}) < 1e300 AND ${source}::double precision::numeric = ${source} THEN ${source}::double precision END`
        : when(`${source} BETWEEN -9007199254740992 AND 9007199254740992`, source, to);
    default:
      return from.type === 'Float'
        ? `CASE WHEN ${source} NOT IN ('NaN', 'Infinity', '-Infinity') THEN ${source}::text::numeric END`
        : `${source}::numeric`;
  }
}

function castJson(source: string, to: ColumnType): string {
  const text = `(${source} #>> '{}')`;
  const ofType = (type: string, then: string): string => `WHEN '${type}' THEN ${then}`;
  const textType: ColumnType = { type: 'String', list: false, enumValues: [] };
  if (to.type === 'String') {
    return `CASE jsonb_typeof(${source}) ${ofType('string', text)} ${ofType('null', 'NULL')} ELSE ${source}::text END`;
  }
  const arms =
    to.type === 'Boolean'
      ? ofType('boolean', `${text}::boolean`)
      : ofType('number', castElement(text, textType, to));
  return `CASE jsonb_typeof(${source}) ${arms} END`;
}

function whole(source: string, from: ColumnType): string {
  return from.type === 'Int' || from.type === 'BigInt' ? '' : `${source} = trunc(${source}) AND`;
}

function when(condition: string, source: string, to: ColumnType): string {
  return `CASE WHEN ${condition} THEN ${source}::${sqlType(to)} END`;
}

function list(values: readonly string[]): string {
  return values.length === 0 ? 'NULL' : values.map(quoteText).join(', ');
}
