import { CsvError, parse } from 'csv-parse';
import { Readable } from 'node:stream';
import { ApiError } from '../../errors.ts';
import type { Cell } from './cells.ts';

export interface CsvRecord {
  /** As a spreadsheet counts rows. */
  readonly row: number;
  readonly cells: readonly Cell[];
}

const CHUNK = 64 * 1024;
const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Reads CSV (RFC 4180), the header first. Spreadsheets of many countries write semicolons, so the header decides on
 * the delimiter.
 * @throws ApiError invalid_request for text that is no CSV, with the line
 */
export async function* readCsv(text: string): AsyncGenerator<CsvRecord> {
  const parser = Readable.from(chunksOf(text)).pipe(
    parse({
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      cast: (value, { quoting }): Cell => ({ text: value, quoted: quoting }),
    }),
  );
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<readonly Cell[]>) {
      row += 1;
      yield { row, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? ` at line ${error['lines']}` : '';
    throw new ApiError(
      'invalid_request',
      `This is no CSV that can be read: a quotation mark is missing or too many${line}.`,
      { cause: error },
    );
  }
}

/** The separator that the header has most of, outside of quotation marks. */
function delimiterOf(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((one) => [one, 0]));
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    if (!quoted && (character === '\n' || character === '\r')) break;
    const count = counts.get(character);
    if (!quoted && count !== undefined) counts.set(character, count + 1);
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK);
}
