import { sqlType } from '@platform/aml-compiler/emit/sql-types.ts';
import type { IrValueField } from '@platform/aml-compiler';
import type { Statement } from './statement.ts';
import { bindText, bindValue, bindValues } from './value.ts';
import { jsonCondition } from './where-json.ts';

type Operators = Readonly<Record<string, unknown>>;

/** The opposite of each comparison, for `not: { … }`. */
const OPPOSITE: Readonly<Record<string, string>> = {
  equals: 'not',
  not: 'equals',
  in: 'notIn',
  notIn: 'in',
  lt: 'gte',
  gte: 'lt',
  gt: 'lte',
  lte: 'gt',
};
const COMPARISON: Readonly<Record<string, string>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' };

/** The SQL of one stored field's filter: a value, null, or an object of operators; null when that is empty. */
export function fieldCondition(
  statement: Statement,
  column: string,
  field: IrValueField,
  filter: unknown,
  inverted: boolean,
): string | null {
  const operators = isOperators(filter) ? filter : { equals: filter };
  const parts = field.list
    ? listCondition(statement, column, field, operators)
    : field.type === 'Json'
      ? jsonCondition(statement, column, operators, inverted)
      : valueCondition(statement, column, field, operators, false, operators['mode'] === 'insensitive');
  return parts.length > 0 ? `(${parts.join(' AND ')})` : null;
}

/** Dates and decimals are values. */
function isOperators(filter: unknown): filter is Operators {
  return typeof filter === 'object' && filter !== null && Object.getPrototypeOf(filter) === Object.prototype;
}

/** All operators of one filter. In `not: { … }` each of them is turned into its opposite, and they are still ANDed. */
function valueCondition(
  statement: Statement,
  column: string,
  field: IrValueField,
  operators: Operators,
  opposite: boolean,
  insensitive: boolean,
): readonly string[] {
  return Object.entries(operators).flatMap(([given, value]) => {
    if (given === 'mode') return [];
    if (given === 'not' && isOperators(value))
      return valueCondition(statement, column, field, value, !opposite, insensitive);
    const operator = opposite ? (OPPOSITE[given] ?? given) : given;
    if (given === 'contains' || given === 'startsWith' || given === 'endsWith')
      return [likeSql(statement, column, given, value, opposite, insensitive)];
    return [compareSql(statement, column, field, operator, value, insensitive)];
  });
}

function compareSql(
  statement: Statement,
  column: string,
  field: IrValueField,
  operator: string,
  value: unknown,
  insensitive: boolean,
): string {
  const lower = (sql: string): string => (insensitive ? `LOWER(${sql})` : sql);
  if (operator === 'equals' || operator === 'not') {
    if (value === null) return `${column} IS ${operator === 'equals' ? '' : 'NOT '}NULL`;
    const compare = insensitive ? ['ILIKE', 'NOT ILIKE'] : ['=', '<>'];
    return `${column} ${operator === 'equals' ? compare[0] : compare[1]} ${bindValue(statement, field, value)}`;
  }
  if (operator === 'in' || operator === 'notIn') {
    if (Array.isArray(value) && value.length === 0) return operator === 'in' ? 'FALSE' : 'TRUE';
    const values = bindValues(statement, field, value);
    const list = insensitive ? `SELECT LOWER(v) FROM unnest(${values}) AS v` : values;
    return `${lower(column)} ${operator === 'in' ? '= ANY' : '<> ALL'} (${list})`;
  }
  const sign = COMPARISON[operator];
  if (sign === undefined) throw new Error(`There is no comparison ${operator} of ${field.name}.`);
  return `${lower(column)} ${sign} ${lower(bindValue(statement, field, value))}`;
}

/** The wildcards of the text were escaped where it was read. */
function likeSql(
  statement: Statement,
  column: string,
  operator: 'contains' | 'startsWith' | 'endsWith',
  text: unknown,
  opposite: boolean,
  insensitive: boolean,
): string {
  const pattern = `(${[
    ...(operator === 'startsWith' ? [] : [`'%'`]),
    bindText(statement, text),
    ...(operator === 'endsWith' ? [] : [`'%'`]),
  ].join(' || ')})`;
  return `${column} ${opposite ? 'NOT ' : ''}${insensitive ? 'ILIKE' : 'LIKE'} ${pattern}`;
}

function listCondition(
  statement: Statement,
  column: string,
  field: IrValueField,
  operators: Operators,
): readonly string[] {
  const many = (value: unknown): string => bindValues(statement, field, value);
  return Object.entries(operators).map(([operator, value]) => {
    switch (operator) {
      case 'equals':
        return `${column} = ${many(value)}`;
      case 'has':
        return `${column} @> ${many([value])}`;
      case 'hasSome':
        return `${column} && ${many(value)}`;
      case 'hasEvery':
        return `${column} @> ${many(value)}`;
      case 'isEmpty':
        return `${column} ${value === true ? '=' : '<>'} '{}'::${listType(field)}`;
      default:
        throw new Error(`There is no condition ${operator} on the list ${field.name}.`);
    }
  });
}

function listType(field: IrValueField): string {
  return sqlType({ type: field.kind === 'enum' ? 'Enum' : field.type, list: true, enumValues: [] });
}
