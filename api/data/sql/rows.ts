import type { Pool } from 'pg';
import type { Args } from '../args.ts';
import type { ModelInfo } from '../model-info.ts';
import type { NewRow } from './insert.ts';
import { insertStatement } from './insert.ts';
import type { SqlSpace } from './read.ts';
import { countStatement, readStatement } from './read.ts';

/** Runs one statement and gives its rows. */
export type Query = (text: string, values: readonly unknown[]) => Promise<readonly object[]>;

/** Reads the rows of a space, and stores new ones. What it is given was checked, and scoped by `injectScope`. */
export interface SqlRows {
  /** A JSON array of records, in order, as one text. */
  rows(model: ModelInfo, args: Args): Promise<string>;
  count(model: ModelInfo, args: Args): Promise<number>;
  /** Stores one row. Gives the selected fields, relations aside, as a record in JSON. */
  insert(model: ModelInfo, row: NewRow): Promise<string>;
}

/** One statement for each call, whatever is nested in it. */
export function createSqlRows(query: Query, space: SqlSpace): SqlRows {
  return {
    async rows(model, args) {
      const { text, values } = readStatement(space, model, args);
      const [row] = (await query(text, values)) as readonly { readonly json: string }[];
      return row?.json ?? '[]';
    },
    async count(model, args) {
      const { text, values } = countStatement(space, model, args);
      const [row] = (await query(text, values)) as readonly { readonly count: number }[];
      return row?.count ?? 0;
    },
    async insert(model, given) {
      const { text, values } = insertStatement(space, model, given);
      const [row] = (await query(text, values)) as readonly { readonly json: string }[];
      if (!row) throw new Error(`A row of ${model.ir.name} was stored and not given back.`);
      return row.json;
    },
  };
}

export function poolQuery(pool: Pool): Query {
  return async (text, values) => (await pool.query<object>(text, [...values])).rows;
}
