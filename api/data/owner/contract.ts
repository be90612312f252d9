import type { ModelInfo, Models } from '../model-info.ts';
import type { RowsUsed } from '../quota/row-room.ts';
import type { Row } from '../rows.ts';

/** Which rows, in which order; the shapes of the bridge's `where` and `orderBy` (design 6). */
export interface RowFilter {
  readonly where?: unknown;
  readonly orderBy?: unknown;
}

export interface PageQuery extends RowFilter {
  readonly limit?: number | null | undefined;
  readonly offset?: number | null | undefined;
}

export interface RowPage {
  readonly rows: readonly Row[];
  /** Rows that match the filter, on all pages. */
  readonly total: number;
}

/** What deleting rows does to rows of another model. */
export interface DeleteEffect {
  readonly model: string;
  readonly relation: string;
  /** `delete`: they go too; `clear`: their link is emptied; `block`: nothing can be deleted while they are there. */
  readonly action: 'delete' | 'clear' | 'block';
  readonly rows: number;
}

/** What happens to a row of a file whose key, or another unique value, is there already. */
export type ConflictMode = 'error' | 'skip' | 'update';

export interface ImportOptions {
  readonly mode: ConflictMode;
  /** Everything is read and checked, nothing is stored. */
  readonly dryRun: boolean;
}

export interface ImportFile {
  readonly format: 'csv' | 'json';
  readonly bytes: Uint8Array;
}

export interface RowError {
  /** As a spreadsheet counts: the header of a CSV file is row 1. In JSON the first row is 1. */
  readonly row: number;
  readonly field: string | null;
  readonly code: string;
  readonly message: string;
}

export interface IgnoredColumn {
  readonly column: string;
  readonly hint: string | null;
}

/** What an import did, or would do. With any error nothing is stored. */
export interface ImportReport {
  readonly dryRun: boolean;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  /** All mistakes; `errors` holds the first of them (`LIMITS.importErrors`). */
  readonly errorCount: number;
  readonly errors: readonly RowError[];
  /** Columns of the file that match no field. */
  readonly ignored: readonly IgnoredColumn[];
}

export interface ExportOptions extends RowFilter {
  readonly format: 'csv' | 'json';
  /** A byte order mark, by which spreadsheets know UTF-8. */
  readonly bom?: boolean;
}

/**
 * The rows of one space with an owner's rights: `@@allow` does not bind the owner, validators do. Every method
 * throws not_found for an unknown model.
 */
export interface OwnerData {
  /** The models as their tables serve them, in the order of the AML. */
  describe(): Promise<{ readonly models: readonly ModelInfo[]; readonly enums: Models['enums'] }>;
  count(model: string): Promise<number>;
  /** What the space's quotas say now (design 12). */
  used(): Promise<RowsUsed>;
  /** @throws invalid_request naming the mistake */
  page(model: string, query: PageQuery): Promise<RowPage>;
  /** @param key the key itself, or an object of its parts; null when there is no such row */
  row(model: string, key: unknown): Promise<Row | null>;
  /** @throws invalid_record, conflict */
  insert(model: string, values: Row): Promise<Row>;
  /** What is left out stays as it is. @throws not_found, invalid_record, conflict */
  update(model: string, key: unknown, values: Row): Promise<Row>;
  /** What deleting would do to other rows; touches nothing. */
  effects(model: string, keys: readonly unknown[]): Promise<readonly DeleteEffect[]>;
  /** Deletes rows and answers with them as they were. @throws conflict when other rows need one of them */
  remove(model: string, keys: readonly unknown[]): Promise<readonly Row[]>;
  /** Puts deleted rows back with their keys and times. @throws conflict when that is no longer possible */
  restore(model: string, rows: readonly Row[]): Promise<number>;
  /** The rows as text, page by page; nothing of it is held in memory. */
  export(model: string, options: ExportOptions): Promise<AsyncGenerator<string>>;
  /** @throws invalid_request when the file cannot be read at all, too_large */
  import(model: string, file: ImportFile, options: ImportOptions): Promise<ImportReport>;
}
