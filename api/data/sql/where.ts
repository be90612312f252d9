import type { IrRelationField } from '@platform/aml-compiler';
import type { Args } from '../args.ts';
import { joinSql, relationKeys } from './relation.ts';
import { fromSql } from './statement.ts';
import type { Source, Statement } from './statement.ts';
import { fieldCondition } from './where-field.ts';

/**
 * The SQL of a condition that `readWhere` made and `injectScope` scoped, with the meaning it has in the client library
 * (three-valued, and an empty condition in a list is none). Null for an empty one.
 * @param inverted whether an odd number of NOTs stands around it
 */
export function whereSql(statement: Statement, source: Source, where: Args, inverted = false): string | null {
  const parts = Object.entries(where).flatMap(([name, value]) => {
    const part = memberSql(statement, source, name, value, inverted);
    return part === null ? [] : [part];
  });
  return allOf(parts);
}

function memberSql(
  statement: Statement,
  source: Source,
  name: string,
  value: unknown,
  inverted: boolean,
): string | null {
  const { model } = source;
  if (name === 'AND' || name === 'OR' || name === 'NOT') {
    const within = inverted !== (name === 'NOT');
    const parts = (Array.isArray(value) ? value : [value]).flatMap((item: Args) => {
      const part = whereSql(statement, source, item, within);
      return part === null ? [] : [part];
    });
    if (name === 'OR') return parts.length === 0 ? 'FALSE' : `(${parts.join(' OR ')})`;
    return allOf(name === 'NOT' ? parts.map(not) : parts);
  }
  if (name === model.scopeField) return `${source.column(name)} = ${statement.bind(String(value), 'text')}`;
  const field = model.fields.get(name);
  if (field?.kind === 'relation') return relationSql(statement, source, field, value, inverted);
  if (field) return fieldCondition(statement, source.column(name), field, value, inverted);
  throw new Error(`A condition names ${model.ir.name}.${name}, which is not stored.`);
}

function relationSql(
  statement: Statement,
  source: Source,
  field: IrRelationField,
  value: unknown,
  inverted: boolean,
): string | null {
  if (value === null) return singleSql(statement, source, field, 'is', null, inverted);
  const parts = Object.entries(value as Args).map(([operator, part]) => {
    switch (operator) {
      case 'is':
      case 'isNot':
        return singleSql(statement, source, field, operator, part as Args | null, inverted);
      case 'some':
        return manySql(statement, source, field, part as Args, inverted, false);
      case 'none':
        return not(manySql(statement, source, field, part as Args, inverted, false));
      case 'every':
        return not(manySql(statement, source, field, part as Args, !inverted, true));
      default:
        throw new Error(`There is no condition ${operator} on related rows.`);
    }
  });
  return allOf(parts);
}

/** Whether there is a related row of the condition, or with `violated` one that breaks it. */
function manySql(
  statement: Statement,
  source: Source,
  field: IrRelationField,
  where: Args,
  inverted: boolean,
  violated: boolean,
): string {
  const keys = relationKeys(statement.models, source.model, field);
  const other = statement.source(keys.related);
  const condition = whereSql(statement, other, where, inverted);
  const wanted = condition === null ? (violated ? ['FALSE'] : []) : [violated ? not(condition) : condition];
  const all = [joinSql(keys, source, other), ...wanted].join(' AND ');
  return `EXISTS (SELECT 1 FROM ${fromSql(other)} WHERE ${all})`;
}

/** A single related row, joined to the row it is about; the joined row is all NULL when there is none. */
function singleSql(
  statement: Statement,
  source: Source,
  field: IrRelationField,
  operator: 'is' | 'isNot',
  where: Args | null,
  inverted: boolean,
): string {
  const keys = relationKeys(statement.models, source.model, field);
  if (where === null && keys.owner) {
    const empty = anyNull(keys.pairs.map(([own]) => source.column(own)));
    return operator === 'is' ? empty : not(empty);
  }
  const other = statement.source(keys.related);
  // A row of another space is none: it must not stand in for the one that is missing here.
  const space = `${other.column(other.model.scopeField)} = ${source.column(source.model.scopeField)}`;
  source.joins.push(`LEFT JOIN ${other.from} ON ${joinSql(keys, source, other)} AND ${space}`);
  const missing = anyNull(keys.related.ir.primaryKey.map((name) => other.column(name)));
  if (where === null) return operator === 'is' ? missing : not(missing);
  const joined: Source = { ...other, joins: source.joins };
  const condition = whereSql(statement, joined, where, operator === 'is' ? inverted : !inverted);
  if (operator === 'is')
    return `(${[...(condition === null ? [] : [condition]), not(missing)].join(' AND ')})`;
  return condition === null ? missing : `(${not(condition)} OR ${missing})`;
}

function anyNull(columns: readonly string[]): string {
  return `(${columns.map((column) => `${column} IS NULL`).join(' OR ')})`;
}

function not(condition: string): string {
  return `(NOT ${condition})`;
}

function allOf(parts: readonly string[]): string | null {
  const [only] = parts;
  if (only === undefined) return null;
  return parts.length === 1 ? only : `(${parts.join(' AND ')})`;
}
