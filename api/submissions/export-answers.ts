import type { Args } from '../data/args.ts';
import { writeCsv, writeJson, type FileColumn } from '../data/owner/row-file.ts';
import { startRowPages } from '../data/owner/row-pages.ts';
import type { Row } from '../data/rows.ts';
import type { SqlRows } from '../data/sql/rows.ts';
import { SYSTEM_COLUMNS } from './answer-rows.ts';
import type { AnswerState, FormColumn } from './columns.ts';
import { readFormOrder, readFormWhere } from './form-query.ts';
import type { FormSpace, OldColumn } from './form-space.ts';

/** What a key may not be called in a file, since a column of ours is. */
const SYSTEM: ReadonlySet<string> = new Set([...SYSTEM_COLUMNS, '_flags']);

export interface AnswerExport {
  readonly format: 'csv' | 'json';
  readonly state: AnswerState;
  readonly where?: unknown;
  readonly orderBy?: unknown;
  /** A byte order mark before CSV. */
  readonly bom: boolean;
}

export interface AnswerFile {
  /** The form's title, for the file's name. */
  readonly title: string;
  readonly text: AsyncGenerator<string>;
}

/**
 * All answers of a form with every column that they ever had: the fields of now by their keys, then those that were
 * removed, marked. Newest first where no order is given.
 */
export async function exportAnswers(
  sql: SqlRows,
  form: {
    readonly space: FormSpace;
    readonly columns: readonly FormColumn[];
    readonly old: readonly OldColumn[];
    readonly projectId: string;
    readonly title: string;
  },
  { format, state, where, orderBy, bom }: AnswerExport,
): Promise<AnswerFile> {
  const { space, columns, old, projectId, title } = form;
  const { models, model } = space;
  const titles = new Map([
    ...columns.map(({ key, name }) => [name, SYSTEM.has(key) ? name : key] as const),
    ...old.map(({ name }) => [name, `${name.replace(/^c_/, '')} (removed)`] as const),
  ]);
  const order = readFormOrder(space, orderBy);
  const list = { spaceId: `${projectId} ${state}`, models, model, order };
  const select = Object.fromEntries(model.values.map(({ name }) => [name, true]));
  const pages = await startRowPages(
    list,
    { where: readFormWhere(space, where), select },
    async (args: Args) => JSON.parse(await sql.rows(model, args)) as readonly Row[],
  );
  const file: readonly FileColumn[] = model.values.map((field) => ({
    title: titles.get(field.name) ?? field.name,
    field,
  }));
  const text = format === 'csv' ? writeCsv(file, pages, bom) : writeJson(renamed(file, pages));
  return { title, text };
}

/** The rows with their members called as the columns are. */
async function* renamed(
  file: readonly FileColumn[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for await (const rows of pages)
    yield rows.map((row) => Object.fromEntries(file.map(({ title, field }) => [title, row[field.name]])));
}
