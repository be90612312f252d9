import type { IrEnum, IrValueField, ReferentialAction } from '../ir.ts';
import type { FormerName } from './former-names.ts';

/**
 * What is provisioned for one data space: which physical table and column stands behind each model and field
 * (design 6). Physical names are chosen once, when the model or field first appears, and never change afterwards,
 * so that a rename moves no data. Nothing ever leaves the catalog: what the AML no longer names is parked.
 */
export interface Catalog {
  readonly format: 1;
  readonly tables: readonly CatalogTable[];
  /** As served last: with the values that were kept because rows hold them. */
  readonly enums: readonly IrEnum[];
}

export interface CatalogTable {
  /** Name of the model now, or the last one it had. */
  readonly model: string;
  /** The `@was` that was declared when this name was given; tells an applied rename from a new one. */
  readonly was: string | null;
  /** An earlier version that comes back finds its rows by them. */
  readonly earlier?: readonly FormerName[];
  readonly table: string;
  readonly parked: boolean;
  /** When it was parked, see `FormerName`. */
  readonly until?: number;
  readonly columns: readonly CatalogColumn[];
  /** Physical columns, in order. */
  readonly primaryKey: readonly string[];
  readonly keys: readonly CatalogKey[];
  readonly foreignKeys: readonly CatalogForeignKey[];
}

export interface CatalogColumn {
  readonly column: string;
  /** The field as declared last; tells the column's type, and brings the field back when it is named again. */
  readonly field: IrValueField;
  /** Values of its enum at that time; empty for other types. */
  readonly enumValues: readonly string[];
  /** Whether the database takes NULL here, whatever the AML says. */
  readonly nullable: boolean;
  readonly identity: boolean;
  readonly parked: boolean;
  /** When it was parked, see `FormerName`. */
  readonly until?: number;
  /** What its field was called before. */
  readonly earlier?: readonly FormerName[];
  /** On a column that another one replaced when its field got another type: that column. */
  readonly heir?: string;
}

/** A unique key or an index. */
export interface CatalogKey {
  readonly name: string;
  readonly unique: boolean;
  readonly columns: readonly { readonly column: string; readonly sort: 'asc' | 'desc' }[];
}

export interface CatalogForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly table: string;
  readonly references: readonly string[];
  readonly onDelete: ReferentialAction;
  readonly onUpdate: ReferentialAction;
  /** False while older rows point nowhere: the database then checks new rows only. */
  readonly validated: boolean;
}

export const EMPTY_CATALOG: Catalog = { format: 1, tables: [], enums: [] };

/** The live table of a model; undefined when there is none. */
export function liveTable(catalog: Catalog, model: string): CatalogTable | undefined {
  return catalog.tables.find((table) => !table.parked && table.model === model);
}

/** The live column of a field; undefined when there is none. */
export function liveColumn(table: CatalogTable, field: string): CatalogColumn | undefined {
  return table.columns.find((column) => !column.parked && column.field.name === field);
}
