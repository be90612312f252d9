import { isEmpty } from '../content/form/record.ts';
import { quoted, type FormColumn } from './columns.ts';

/** A stored answer (design 4). */
export interface Submission {
  readonly id: string;
  readonly createdAt: Date;
  /** Of the content schema that it was collected under. */
  readonly schemaVersion: number;
  /** By the keys of the form as it is now; null where there is no answer. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A row of a form's table as the driver gives it. */
export type AnswerRow = Readonly<Record<string, unknown>> & {
  readonly _id: string;
  readonly _created_at: Date;
  readonly _schema_version: number;
};

export const SYSTEM_COLUMNS = ['_id', '_created_at', '_schema_version'] as const;

/** The select list of answers. */
export function selected(columns: readonly FormColumn[]): string {
  return [...SYSTEM_COLUMNS, ...columns.map(({ name }) => name)].map(quoted).join(', ');
}

/** A value for its column; what counts as no answer is null. */
export function toSql({ type }: FormColumn, value: unknown): unknown {
  if (isEmpty(value)) return null;
  return type === 'jsonb' ? JSON.stringify(value) : value;
}

export function toSubmission(row: AnswerRow, columns: readonly FormColumn[]): Submission {
  const values = Object.fromEntries(columns.map(({ key, name }) => [key, row[name] ?? null]));
  return { id: row._id, createdAt: row._created_at, schemaVersion: row._schema_version, values };
}
