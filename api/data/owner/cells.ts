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
  if (field.kind === 'scalar' && field.type === 'Boolean') return booleanCell(field, trimmed);
  const foreign = foreignForm(field, trimmed);
  return foreign === null
    ? { value: trimmed }
    : { mistake: { code: 'invalid_type', message: `${field.name} ${foreign}` } };
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

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
]);

/** Spreadsheets write TRUE and FALSE, databases 1 and 0, people yes and no. */
function booleanCell(field: IrValueField, text: string): CellValue {
  const value = BOOLEANS.get(text.toLowerCase());
  if (value !== undefined) return { value };
  const message = `${field.name} must be true or false; 1 and 0, yes and no are read too, in English only.`;
  return { mistake: { code: 'invalid_type', message } };
}

/** What is wrong with a number or date in the form of a country, which another country reads differently; else null. */
function foreignForm(field: IrValueField, text: string): string | null {
  if (field.kind !== 'scalar') return null;
  if (field.type === 'DateTime')
    return /^\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}/.test(text)
      ? 'must be a date such as 2026-01-31: write the year first, then month and day.'
      : null;
  if (!/^[+-]?\d[\d.,\s\u00a0\u202f']*$/.test(text) || /^[+-]?\d+(\.\d*)?$/.test(text)) return null;
  return 'must be a number such as 1234.50: write a point before the decimals, and nothing between thousands.';
}

function isJson(field: IrValueField): boolean {
  return field.kind === 'scalar' && field.type === 'Json';
}

function isText(field: IrValueField): boolean {
  return field.kind === 'scalar' && field.type === 'String';
}
