import { download, sendFile } from '#lib/graphql/files.ts';
import { Failure } from '#lib/graphql/failure.ts';
import type { Place } from './model.ts';
import { placeAddress } from './place-address.ts';

export interface ImportReport {
  readonly dryRun: boolean;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly errorCount: number;
  readonly errors: readonly {
    readonly row: number;
    readonly field: string | null;
    readonly code: string;
    readonly message: string;
  }[];
  readonly ignored: readonly { readonly column: string; readonly hint: string | null }[];
}

export type ConflictMode = 'error' | 'skip' | 'update';

export interface ExportChoice {
  readonly format: 'csv' | 'json';
  readonly bom: boolean;
  readonly where: object | null;
  readonly orderBy: string | null;
}

/** Files are no GraphQL: they are streamed in and out over REST. @throws {Failure} */
export async function importFile(
  place: Place,
  model: string,
  file: File,
  mode: ConflictMode,
  dryRun: boolean,
): Promise<ImportReport> {
  const type = /\.json$/i.test(file.name) ? 'application/json' : 'text/csv';
  const address = `${placeAddress(place)}/data/${model}/import?mode=${mode}${dryRun ? '&dryRun=1' : ''}`;
  const answer = await sendFile(address, { method: 'POST', body: file, headers: { 'content-type': type } });
  const { report } = (await answer.json()) as { readonly report?: ImportReport };
  if (!report) throw new Failure('internal', 'The server answered without a report.');
  return report;
}

/** Fetches the rows as a file and hands it to the browser to keep. @throws {Failure} */
export async function downloadRows(place: Place, model: string, choice: ExportChoice): Promise<void> {
  const params = new URLSearchParams();
  if (choice.bom) params.set('bom', '1');
  if (choice.where) params.set('where', JSON.stringify(choice.where));
  if (choice.orderBy !== null) params.set('orderBy', choice.orderBy);
  const name = `${model}.${choice.format}`;
  await download(`${placeAddress(place)}/data/${name}?${params}`, name);
}
