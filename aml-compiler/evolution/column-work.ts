import type { Ir, IrModel, IrValueField } from '../ir.ts';
import type { CatalogColumn, CatalogTable } from './catalog.ts';
import type { PlanDraft } from './change.ts';
import { isAutoincrement } from './column-fill.ts';
import type { ColumnType } from './column-type.ts';
import { columnType, enumValuesOf } from './column-type.ts';
import { physicalName } from './names.ts';
import { namesBeside } from './settle-column-names.ts';
import type { FutureColumn } from './step.ts';

/** Where the values of a column come from, once the plan is applied; decides whether keys can hold. */
export type ValueSource =
  | { readonly kind: 'column'; readonly future: FutureColumn; readonly filled: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'constant' }
  | { readonly kind: 'distinct' };

/** What is known and found while the columns of one table are planned. */
export class ColumnWork {
  readonly draft: PlanDraft;
  readonly model: IrModel;
  readonly table: CatalogTable;
  readonly columns: CatalogColumn[] = [];
  readonly sources = new Map<string, ValueSource>();
  /** Enum → values that it no longer names but rows still hold. */
  readonly kept = new Map<string, readonly string[]>();
  /** Columns of the table that a field of the model goes on with. */
  readonly touched = new Set<CatalogColumn>();
  private readonly enums: Ir['enums'];
  private readonly taken: Set<string>;

  constructor(draft: PlanDraft, model: IrModel, table: CatalogTable, enums: Ir['enums']) {
    this.draft = draft;
    this.model = model;
    this.table = table;
    this.enums = enums;
    this.taken = new Set(table.columns.map((column) => column.column));
  }

  rows(): number {
    return this.draft.count({ kind: 'rows', table: this.table.table });
  }

  nulls(column: string): number {
    return this.draft.count({ kind: 'nulls', table: this.table.table, column });
  }

  typeOf(field: IrValueField): ColumnType {
    return columnType(field, enumValuesOf(field, this.enums));
  }

  /** The entry of a column that the table does not have yet, under a name of its own. */
  newColumn(field: IrValueField): CatalogColumn {
    const column = physicalName(field.name, new Set([...this.taken, ...namesBeside(this.model, field.name)]));
    this.taken.add(column);
    const enumValues = enumValuesOf(field, this.enums);
    return { column, field, enumValues, nullable: true, identity: isAutoincrement(field), parked: false };
  }
}
