import type { IrValueField } from '@platform/aml-compiler';
import { guardFormula, unguardFormula } from './formula-guard.ts';

/** A cell as it was read; `quoted` tells an empty text from no value. */
export interface Cell {
  readonly text: string;
  readonly quoted: boolean;
}

export type CellValue =
  { readonly value: unknown } | { readonly mistake: { readonly code: string; readonly message: string } };

/** A value of a record (as JSON, `toRecord`) as a cell; null is an empty cell without quotes. */
export function toCell(field: IrValueField, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (field.list || isJson(field)) return JSON.stringify(value);
  return isText(field) ? guardFormula(String(value)) : String(value);
}

/** The value that a cell stands for, for the checks of records to take; the inverse of `toCell`. */
export function fromCell(field: IrValueField, { text, quoted }: Cell): CellValue {
  if (field.list || isJson(field)) return fromJsonCell(field, text);
  if (isText(field)) {
    const empty = text === '' && !quoted;
    // Spreadsheets write no quotes: for a field that must have a value the empty cell is the empty text.
    const absent = empty && (field.optional || field.default !== null);
    return { value: absent ? null : unguardFormula(text) };
  }
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  return { value: field.type === 'Boolean' ? toBoolean(trimmed) : trimmed };
}

function fromJsonCell(field: IrValueField, text: string): CellValue {
  if (text.trim() === '') return { value: null };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    const example = field.list ? 'a list as JSON, such as ["a", "b"]' : 'JSON, such as {"a": 1}';
    return { mistake: { code: 'invalid_json', message: `${field.name} must be ${example}.` } };
  }
}

/** Spreadsheets write TRUE and FALSE, databases 1 and 0. */
function toBoolean(text: string): unknown {
  const lower = text.toLowerCase();
  if (lower === '1') return true;
  return lower === '0' ? false : lower;
}

function isJson(field: IrValueField): boolean {
  return field.kind === 'scalar' && field.type === 'Json';
}

function isText(field: IrValueField): boolean {
  return field.kind === 'scalar' && field.type === 'String';
}
