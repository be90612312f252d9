import type { Args } from '../args.ts';
import type { ModelInfo, Models } from '../model-info.ts';
import { listSql } from './row.ts';
import { fromSql, Statement } from './statement.ts';
import type { SqlTables } from './tables.ts';
import { whereSql } from './where.ts';

/** A statement with its parameters, as the driver takes it. */
export interface SqlText {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What the reads of a space are written for. */
export interface SqlSpace {
  readonly models: Models;
  readonly tables: SqlTables;
}

/** Reads rows as one text: a JSON array of records, in order. `args` are checked and scoped. */
export function readStatement({ models, tables }: SqlSpace, model: ModelInfo, args: Args): SqlText {
  const statement = new Statement(models, tables);
  const text = listSql(statement, statement.source(model), args, null);
  return { text: `SELECT (${text})::text AS "json"`, values: statement.values };
}

/** Counts rows. `args` are checked and scoped. */
export function countStatement({ models, tables }: SqlSpace, model: ModelInfo, args: Args): SqlText {
  const statement = new Statement(models, tables);
  const source = statement.source(model);
  const where = whereSql(statement, source, (args['where'] ?? {}) as Args);
  return {
    text: `SELECT count(*)::integer AS "count" FROM ${fromSql(source)}${where === null ? '' : ` WHERE ${where}`}`,
    values: statement.values,
  };
}
