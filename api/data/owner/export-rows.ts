import type { ModelInfo } from '../model-info.ts';
import { readOrderBy } from '../order-by.ts';
import type { Row } from '../rows.ts';
import { runOn } from '../rows.ts';
import type { LiveSpace } from '../space.ts';
import type { ExportOptions } from './contract.ts';
import { allFields, readFilter } from './row-access.ts';
import { writeCsv, writeJson } from './row-file.ts';
import { startRowPages } from './row-pages.ts';

/** The rows as CSV or as one JSON list, in pieces. @throws ApiError invalid_request for a mistake in the query */
export async function exportRows(
  space: LiveSpace,
  model: ModelInfo,
  options: ExportOptions,
): Promise<AsyncGenerator<string>> {
  const order = readOrderBy(model, options.orderBy);
  const list = { spaceId: space.id, models: space.models, model, order };
  const query = { where: readFilter(space, model, options), select: allFields(model) };
  const pages = await startRowPages(list, query, (args) =>
    space.use(async () => (await runOn(space, model, 'findMany', args)) as readonly Row[]),
  );
  if (options.format === 'json') return writeJson(pages);
  const columns = model.values.map((field) => ({ title: field.name, field }));
  return writeCsv(columns, pages, options.bom === true);
}
