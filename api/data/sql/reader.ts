import type { Pool } from 'pg';
import type { Args } from '../args.ts';
import type { ModelInfo } from '../model-info.ts';
import type { SqlSpace } from './read.ts';
import { countStatement, readStatement } from './read.ts';

/** Runs one statement and gives its rows. */
export type Query = (text: string, values: readonly unknown[]) => Promise<readonly object[]>;

/** Reads the rows of a space. What it is given was checked, and scoped by `injectScope`. */
export interface Reader {
  /** A JSON array of records, in order, as one text. */
  rows(model: ModelInfo, args: Args): Promise<string>;
  count(model: ModelInfo, args: Args): Promise<number>;
}

/** Reads by one statement each, whatever is nested in it. */
export function createReader(query: Query, space: SqlSpace): Reader {
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
  };
}

export function poolQuery(pool: Pool): Query {
  return async (text, values) => (await pool.query<object>(text, [...values])).rows;
}
