import type { IrValueField } from '@platform/aml-compiler';
import { stringify } from 'csv-stringify/sync';
import type { Row } from '../rows.ts';
import { toCell } from './cells.ts';
import { guardFormula } from './formula-guard.ts';

const BOM = '\uFEFF';

/** A column of a file: its heading, and the field that its values are of. */
export interface FileColumn {
  readonly title: string;
  readonly field: IrValueField;
}

/** Rows as CSV (RFC 4180), in pieces. `bom` is the mark by which spreadsheets know UTF-8. */
export async function* writeCsv(
  columns: readonly FileColumn[],
  pages: AsyncIterable<readonly Row[]>,
  bom: boolean,
): AsyncGenerator<string> {
  yield (bom ? BOM : '') + lines([columns.map(({ title }) => guardFormula(title))]);
  for await (const rows of pages)
    yield lines(rows.map((row) => columns.map(({ field }) => toCell(field, row[field.name]))));
}

/** Rows as one JSON list, in pieces. */
export async function* writeJson(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  let begun = false;
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield `${begun ? ',\n' : '[\n'}${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
    begun = true;
  }
  yield begun ? '\n]\n' : '[]\n';
}

function lines(records: readonly (readonly (string | null)[])[]): string {
  // A text that is there but empty has quotes: so it is told from no value. Spreadsheets that split at semicolons and
  // tabs as well leave a text in quotes whole; without them, what follows could begin a formula.
  return stringify([...records.map((record) => [...record])], {
    record_delimiter: '\r\n',
    quoted_match: /^$|[;\t]/,
  });
}
