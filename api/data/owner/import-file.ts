import { nearest } from '@platform/aml-compiler/nearest.ts';
import type { IrValueField } from '@platform/aml-compiler';
import { ApiError } from '../../errors.ts';
import type { ModelInfo } from '../model-info.ts';
import type { Row } from '../rows.ts';
import { fromCell } from './cells.ts';
import type { IgnoredColumn, ImportFile, RowError } from './contract.ts';
import type { CsvRecord } from './csv-file.ts';
import { readCsv } from './csv-file.ts';

/** One row of a file as values of fields, not checked yet, with what could not even be read. */
export interface FileRow {
  readonly row: number;
  readonly values: Row;
  readonly errors: readonly RowError[];
}

export interface OpenedFile {
  readonly ignored: readonly IgnoredColumn[];
  readonly rows: AsyncIterable<FileRow>;
}

/** @throws ApiError invalid_request when it is no text, no CSV, or no list of rows */
export function openImport(model: ModelInfo, file: ImportFile): Promise<OpenedFile> {
  const text = decode(file.bytes);
  return file.format === 'csv' ? openCsv(model, text) : Promise.resolve(openJson(model, text));
}

async function openCsv(model: ModelInfo, text: string): Promise<OpenedFile> {
  const records = readCsv(text);
  const header = await records.next();
  if (header.done)
    throw new ApiError('invalid_request', 'The file is empty: its first row names the fields.');
  const names = header.value.cells.map((cell) => cell.text);
  const columns = mapColumns(model, names);
  if (!columns.some((column) => column !== null)) {
    const known = model.values.map((field) => field.name).join(', ');
    throw new ApiError(
      'invalid_request',
      `The first row must name fields of ${model.ir.name}; none of its columns does. Known are ${known}.`,
    );
  }
  const ignored = names
    .filter((name, i) => columns[i] === null && name.trim() !== '')
    .map((column) => ({ column, hint: hintFor(model, column) }));
  return { ignored, rows: csvRows(records, columns) };
}

async function* csvRows(
  records: AsyncIterable<CsvRecord>,
  columns: readonly (IrValueField | null)[],
): AsyncGenerator<FileRow> {
  for await (const { row, cells } of records) {
    const values: Record<string, unknown> = {};
    const errors: RowError[] = [];
    for (const [i, field] of columns.entries()) {
      const cell = cells[i];
      // What a short row ends before has no value: the default, or none.
      if (!field || !cell) continue;
      const read = fromCell(field, cell);
      if ('mistake' in read) errors.push({ row, field: field.name, ...read.mistake });
      else values[field.name] = read.value;
    }
    if (cells.length > columns.length) {
      const message = `The row has ${cells.length} cells, the first row of the file ${columns.length}.`;
      errors.push({ row, field: null, code: 'invalid_row', message });
    }
    yield { row, values, errors };
  }
}

/**
 * The field of each column: by its very name, else by its letters and digits alone ("First name": firstName).
 * @throws ApiError invalid_request for two columns of one field: nobody knows which counts
 */
function mapColumns(model: ModelInfo, names: readonly string[]): readonly (IrValueField | null)[] {
  const taken = new Map<string, string>();
  return names.map((name) => {
    const like = model.values.filter((field) => plain(field.name) === plain(name));
    const exact = model.values.find((field) => field.name === name.trim());
    const field = exact ?? (like.length === 1 ? like[0] : undefined);
    if (!field) return null;
    const other = taken.get(field.name);
    if (other !== undefined) {
      const which =
        other === name
          ? `Two columns are called "${name}"`
          : `The columns "${other}" and "${name}" are both ${field.name}`;
      throw new ApiError('invalid_request', `${which}. Keep one of them and try again.`);
    }
    taken.set(field.name, name);
    return field;
  });
}

function openJson(model: ModelInfo, text: string): OpenedFile {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (cause) {
    throw new ApiError('invalid_request', 'The file is not valid JSON.', { cause });
  }
  if (!Array.isArray(list)) throw new ApiError('invalid_request', 'The file must be a JSON list of rows.');
  return openRows(model, list);
}

/** Rows that are JSON already. */
export function openRows(model: ModelInfo, rows: readonly unknown[]): OpenedFile {
  const known = new Set(model.values.map((field) => field.name));
  const unknown = new Set<string>();
  for (const item of rows)
    if (isObject(item)) for (const name of Object.keys(item)) if (!known.has(name)) unknown.add(name);
  return {
    ignored: [...unknown].map((column) => ({ column, hint: hintFor(model, column) })),
    rows: jsonRows(rows, known),
  };
}

async function* jsonRows(rows: readonly unknown[], known: ReadonlySet<string>): AsyncGenerator<FileRow> {
  for (const [i, item] of rows.entries()) {
    const row = i + 1;
    if (isObject(item)) {
      const values = Object.fromEntries(Object.entries(item).filter(([name]) => known.has(name)));
      yield { row, values, errors: [] };
    } else {
      const mistake = { row, field: null, code: 'invalid_row', message: 'The row is no JSON object.' };
      yield { row, values: {}, errors: [mistake] };
    }
  }
}

function hintFor(model: ModelInfo, column: string): string | null {
  if (model.relations.some((relation) => relation.name === column))
    return 'It is a relation: rows are linked by their keys.';
  const near = nearest(
    column,
    model.values.map((field) => field.name),
  );
  return near ? `Did you mean ${near}?` : null;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** UTF-8, or UTF-16 with its mark, as spreadsheets write it. */
function decode(bytes: Uint8Array): string {
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null;
  try {
    const text = new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch (cause) {
    throw new ApiError(
      'invalid_request',
      'The file is not UTF-8 text. Save it as "CSV UTF-8" and try again.',
      { cause },
    );
  }
  throw new ApiError(
    'invalid_request',
    'The file is no text: it has NUL characters. Save it from the program that made it as "CSV UTF-8" and try again.',
  );
}
