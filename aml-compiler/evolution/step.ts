import type { IrDefault, IrValidator, IrValueField } from '../ir.ts';
import type { CatalogForeignKey, CatalogKey } from './catalog.ts';
import type { ColumnType } from './column-type.ts';

export interface ColumnDefinition {
  readonly column: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly identity: boolean;
}

/** One change of the database, free of any dialect; `emit/sql.ts` says it in SQL. */
export type SchemaStep =
  | {
      readonly kind: 'createTable';
      readonly table: string;
      readonly columns: readonly ColumnDefinition[];
      readonly primaryKey: readonly string[];
    }
  /** `fill` is what rows that exist already get. */
  | {
      readonly kind: 'addColumn';
      readonly table: string;
      readonly column: ColumnDefinition;
      readonly fill: IrDefault | null;
    }
  /** Gives the rows that have none yet their newest value that casts. */
  | { readonly kind: 'carry'; readonly table: string; readonly column: string; readonly carry: Carry }
  | {
      readonly kind: 'fillEmpty';
      readonly table: string;
      readonly column: string;
      readonly type: ColumnType;
      readonly fill: IrDefault;
    }
  | { readonly kind: 'widen'; readonly table: string; readonly column: string; readonly type: ColumnType }
  | { readonly kind: 'setNotNull' | 'dropNotNull'; readonly table: string; readonly column: string }
  | { readonly kind: 'addIdentity' | 'dropIdentity'; readonly table: string; readonly column: string }
  | {
      readonly kind: 'setDefault';
      readonly table: string;
      readonly column: string;
      readonly type: ColumnType;
      readonly value: IrDefault;
    }
  | { readonly kind: 'dropDefault'; readonly table: string; readonly column: string }
  | { readonly kind: 'renameColumn'; readonly table: string; readonly from: string; readonly to: string }
  | { readonly kind: 'dropPrimaryKey'; readonly table: string }
  | { readonly kind: 'addPrimaryKey'; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: 'addKey' | 'dropKey'; readonly table: string; readonly key: CatalogKey }
  | {
      readonly kind: 'addForeignKey' | 'dropForeignKey' | 'validateForeignKey';
      readonly table: string;
      readonly foreignKey: CatalogForeignKey;
    };

/** A column and the type its values have. */
export interface CastSource {
  readonly column: string;
  readonly type: ColumnType;
}

/** What a field shows after its type has changed: of all values it had, the newest that fits (design 5). */
export interface Carry {
  readonly to: ColumnType;
  /** The column it had until now. */
  readonly current: CastSource;
  /** Those it had before, newest first. Nobody has written to them since. */
  readonly earlier: readonly CastSource[];
  /** What rows got in `current` that had no value which fitted there; no value of anybody's. */
  readonly filled: IrDefault | null;
}

/** A column as it will be: as it is, cast to another type, or carried over to another column; and then filled. */
export interface FutureColumn {
  /** Null for one that is new: no row has a value in it yet. */
  readonly column: string | null;
  readonly cast: { readonly from: ColumnType; readonly to: ColumnType } | null;
  readonly carry?: Carry;
  /** What rows without a value get. */
  readonly fill?: Fill;
}

export interface Fill {
  readonly value: IrDefault;
  readonly type: ColumnType;
}

/** A question to the database that a plan depends on. The answer is a number of rows. */
export type CountRequest =
  | { readonly kind: 'rows'; readonly table: string }
  | { readonly kind: 'nulls'; readonly table: string; readonly column: string }
  /** Rows whose value breaks one of the validators, all of which SQL can say: bounds, and lengths of texts and lists. */
  | {
      readonly kind: 'misfits';
      readonly table: string;
      readonly column: string;
      readonly type: ColumnType;
      readonly validators: readonly IrValidator[];
    }
  /** The same where a validator is a pattern. Databases have other regular expressions, so this is not asked in SQL. */
  | {
      readonly kind: 'mismatches';
      readonly table: string;
      readonly column: string;
      readonly field: IrValueField;
    }
  /** Rows whose value in the current column goes out of sight: it does not cast, and somebody gave it. */
  | { readonly kind: 'hidden'; readonly table: string; readonly carry: Carry }
  /** Rows whose value is there but does not cast. */
  | {
      readonly kind: 'castFailures';
      readonly table: string;
      readonly column: string;
      readonly from: ColumnType;
      readonly to: ColumnType;
    }
  /** Rows that a carry leaves without a value. */
  | { readonly kind: 'unfilled'; readonly table: string; readonly carry: Carry }
  /** Rows whose value in an earlier column is not the one that a carry gives. */
  | { readonly kind: 'outdated'; readonly table: string; readonly carry: Carry; readonly column: CastSource }
  /** Rows that share their whole key with another row; keys with a NULL never do. */
  | { readonly kind: 'duplicates'; readonly table: string; readonly columns: readonly FutureColumn[] }
  /** Rows that point to a row which is not there; all that point anywhere where `to` is null, as nothing is there. */
  | {
      readonly kind: 'orphans';
      readonly table: string;
      readonly columns: readonly FutureColumn[];
      readonly to: { readonly table: string; readonly columns: readonly FutureColumn[] } | null;
    };

export type Counts = ReadonlyMap<string, number>;

/** The key of a request in `Counts`. */
export function countKey(request: CountRequest): string {
  return JSON.stringify(request);
}
