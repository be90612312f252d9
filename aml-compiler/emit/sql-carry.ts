import { castKind } from '../evolution/column-type.ts';
import type { ColumnType } from '../evolution/column-type.ts';
import type { Carry, CastSource } from '../evolution/step.ts';
import { sqlCast } from './sql-casts.ts';
import { quoteText } from './sql-names.ts';
import { sqlDefault, sqlType } from './sql-types.ts';

/**
 * The value that a field shows after its type has changed: of the values it had, the newest that fits (design 5).
 * A parked column is as it was when its field left it, so what an older column says of the current one tells whether
 * somebody has changed the row since.
 * @param named gives the SQL of a column's name
 */
export function sqlCarry({ to, current, earlier, filled }: Carry, named: (column: string) => string): string {
  const now = named(current.column);
  const as = (source: CastSource, type: ColumnType): string => {
    const name = named(source.column);
    // An empty list is what rows got that had no value which fitted there.
    const own = source.type.list ? `NULLIF(${name}, '{}')` : name;
    return castOrNull(own, source.type, type);
  };
  const firstOf = (sources: readonly CastSource[], type: ColumnType): string =>
    `coalesce(${[...sources.map((source) => as(source, type)), `NULL::${sqlType(type)}`].join(', ')})`;
  const hadValue = `${firstOf(earlier, current.type)} IS NOT NULL`;
  const isEmpty = current.type.list ? `coalesce(cardinality(${now}), 0) = 0` : `${now} IS NULL`;
  const arms = [
    // The same value in a more exact form: 7.50 rather than 7.5.
    ...earlier
      .filter((source) => castKind(source.type, to) === 'same')
      .map(
        (source) =>
          `WHEN ${named(source.column)} IS NOT NULL AND ${as(source, current.type)} = ${now} THEN ${as(source, to)}`,
      ),
    ...(earlier.length > 0 ? [`WHEN ${isEmpty} AND ${hadValue} THEN NULL`] : []),
    ...(earlier.length > 0 && filled !== null
      ? [
          `WHEN ${now} = ${sqlDefault(filled, current.type)} AND NOT (${hadValue}) THEN ${firstOf([...earlier, current], to)}`,
        ]
      : []),
  ];
  const newest = firstOf([current, ...earlier], to);
  return arms.length > 0 ? `CASE ${arms.join(' ')} ELSE ${newest} END` : newest;
}

/** Whether the current value is one that somebody gave and that the new type cannot show. */
export function sqlHidden(
  { to, current, earlier, filled }: Carry,
  named: (column: string) => string,
): string {
  const now = named(current.column);
  const isThere = current.type.list ? `cardinality(${now}) > 0` : `${now} IS NOT NULL`;
  // Without an earlier column nothing tells a default that filled a gap from a value that is like it.
  const given =
    earlier.length > 0 && filled !== null ? ` AND ${now} <> ${sqlDefault(filled, current.type)}` : '';
  return `${isThere}${given} AND ${castOrNull(now, current.type, to)} IS NULL`;
}

function castOrNull(source: string, from: ColumnType, to: ColumnType): string {
  const kind = castKind(from, to);
  if (kind === 'none') return `NULL::${sqlType(to)}`;
  if (kind === 'narrow-enum' && from.list) {
    const allowed = to.enumValues.map(quoteText).join(', ');
    return `CASE WHEN ${source} <@ ARRAY[${allowed}]::text[] THEN ${source} END`;
  }
  return kind === 'same' ? `${source}::${sqlType(to)}` : `(${sqlCast(source, from, to)})`;
}
