import type { ModelInfo, Models } from '../model-info.ts';
import type { SqlTables } from './tables.ts';

/** One SQL statement being written: its parameters, and names for the tables in it. */
export class Statement {
  readonly values: unknown[] = [];
  readonly models: Models;
  private readonly tables: SqlTables;
  private readonly known = new Map<string, string>();
  private aliases = 0;

  constructor(models: Models, tables: SqlTables) {
    this.models = models;
    this.tables = tables;
  }

  /** A placeholder for a value of a type. Values are never part of the text. */
  bind(value: string | number | boolean | readonly unknown[], type: string): string {
    const key = typeof value === 'object' ? null : `${type} ${typeof value} ${value}`;
    const known = key === null ? undefined : this.known.get(key);
    if (known !== undefined) return known;
    this.values.push(value);
    const placeholder = `$${this.values.length}::${type}`;
    if (key !== null) this.known.set(key, placeholder);
    return placeholder;
  }

  /** A table of the statement under a name of its own. */
  source(model: ModelInfo): Source {
    const table = this.tables.get(model);
    if (!table) throw new Error(`The space has no table of ${model.ir.name}.`);
    const alias = `t${this.aliases}`;
    this.aliases += 1;
    const stored = (field: string): string => {
      const column = table.columns.get(field);
      if (column === undefined) throw new Error(`The table of ${model.ir.name} has no column of ${field}.`);
      return column;
    };
    return {
      model,
      alias,
      from: `${table.name} AS ${alias}`,
      joins: [],
      stored,
      column: (field) => `${alias}.${stored(field)}`,
    };
  }
}

export interface Source {
  readonly model: ModelInfo;
  readonly alias: string;
  /** What stands after FROM. */
  readonly from: string;
  /** LEFT JOINs that conditions on single related rows need; each matches one row at most. */
  readonly joins: string[];
  /** The name of a stored field's column, or the scope's. @throws Error for any other name */
  stored(field: string): string;
  /** The same as an expression. */
  column(field: string): string;
}

/** FROM with the joins that its condition brought along. */
export function fromSql({ from, joins }: Source): string {
  return [from, ...joins].join(' ');
}
