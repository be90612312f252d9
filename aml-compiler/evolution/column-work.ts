import type { Ir, IrDefault, IrModel, IrValueField } from '../ir.ts';
import type { CatalogColumn, CatalogTable } from './catalog.ts';
import type { PlanDraft } from './change.ts';
import { fillOf, isAutoincrement } from './column-fill.ts';
import type { ColumnType } from './column-type.ts';
import { columnType, enumValuesOf } from './column-type.ts';
import { physicalName } from './names.ts';
import { namesBeside } from './settle-column-names.ts';
import type { FutureColumn } from './step.ts';

/**
 * Where the values of a column come from, once the plan is applied; decides whether keys can hold. `filled`: how many
 * rows get the field's default.
 */
export interface ValueSource {
  readonly future: FutureColumn;
  readonly filled: number;
}

/** What is known and found while the columns of one table are planned. */
export class ColumnWork {
  readonly draft: PlanDraft;
  readonly model: IrModel;
  readonly table: CatalogTable;
  readonly columns: CatalogColumn[] = [];
  readonly sources = new Map<string, ValueSource>();
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

  /** Says what the field's column will hold; `filled` rows get its default. */
  setSource(field: IrValueField, future: FutureColumn, filled: number): void {
    const value = filled > 0 && !field.list ? this.fillOf(field) : null;
    const fill = value === null ? {} : { fill: { value, type: this.typeOf(field) } };
    this.sources.set(field.name, { future: { ...future, ...fill }, filled: value === null ? 0 : filled });
  }

  /** What rows without a value get for a required field; null when there is nothing, or it was found to break a key. */
  fillOf(field: IrValueField): IrDefault | null {
    return this.withheld(field) === undefined ? fillOf(field) : null;
  }

  /** Why rows do not get the default of a field, for a sentence. */
  withheld(field: IrValueField): string | undefined {
    return this.draft.withheld.get(`${this.model.name}.${field.name}`);
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
