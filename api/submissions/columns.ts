import { createHash } from 'node:crypto';
import type { FieldType, FormDocument } from '../content/form/document.ts';

/** A column of a form's table (spec 2.5). */
export interface FormColumn {
  readonly key: string;
  /** `c_<key>`, shortened where Postgres would cut it. */
  readonly name: string;
  readonly type: ColumnType;
}

export type ColumnType = 'text' | 'double precision' | 'boolean' | 'jsonb';

/** Names up to here stay as they are; a shortened one is longer, so that it is never another key's. */
const PLAIN_BYTES = 61;
const HASH_CHARACTERS = 12;

const TYPES: Readonly<Record<FieldType, ColumnType>> = {
  text: 'text',
  long: 'text',
  email: 'text',
  choice: 'text',
  date: 'text',
  number: 'double precision',
  rating: 'double precision',
  bool: 'boolean',
  multi: 'jsonb',
};

/** One real typed column for each field of a form, in the form's order (spec 2.5, design 11). */
export function columnsOf({ fields }: FormDocument): readonly FormColumn[] {
  return fields.map(({ key, type }) => ({ key, name: columnName(key), type: TYPES[type] }));
}

/** Accepted answers count; flagged ones look as if a program had sent them, and are kept apart. */
export type AnswerState = 'accepted' | 'flagged';

/** The table of a form's answers: `data_<projectId>` (spec 2.5), and one of the same columns for flagged ones. */
export function tableName(projectId: string, state: AnswerState = 'accepted'): string {
  return state === 'accepted' ? `data_${projectId}` : `flagged_${projectId}`;
}

/** The same for SQL. */
export function tableOf(projectId: string, state: AnswerState = 'accepted'): string {
  return quoted(tableName(projectId, state));
}

/** A name in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function columnName(key: string): string {
  const plain = `c_${key}`;
  if (Buffer.byteLength(plain) <= PLAIN_BYTES) return plain;
  const hash = createHash('sha256').update(key).digest('hex').slice(0, HASH_CHARACTERS);
  const room = PLAIN_BYTES + 1 - HASH_CHARACTERS - 1;
  let start = '';
  for (const character of plain) {
    if (Buffer.byteLength(start + character) > room) break;
    start += character;
  }
  // Filled up, so that every shortened name is longer than a plain one may be.
  return `${start}_${hash}`.padEnd(PLAIN_BYTES + 1 - Buffer.byteLength(start) + start.length, '_');
}
