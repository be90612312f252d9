import { stringify } from 'csv-stringify/sync';
import { LIMITS } from '../../limits.ts';
import type { CursorList } from '../graphql/cursor.ts';
import { beyond } from '../graphql/cursor.ts';
import type { Stored } from '../coerce.ts';
import type { ModelInfo } from '../model-info.ts';
import { orderArgs, readOrderBy } from '../order-by.ts';
import type { Row } from '../rows.ts';
import { runOn } from '../rows.ts';
import type { LiveSpace } from '../space.ts';
import { toCell } from './cells.ts';
import type { ExportOptions, RowFilter } from './contract.ts';
import { allFields, readFilter } from './row-access.ts';

const FIRST_PAGE_ROWS = 100;
const BOM = '\uFEFF';

/**
 * The rows as CSV (RFC 4180) or as one JSON list, in pieces. The first page is fetched at once, so that a mistake in
 * the query is still an ordinary answer.
 */
export async function exportRows(
  space: LiveSpace,
  model: ModelInfo,
  options: ExportOptions,
): Promise<AsyncGenerator<string>> {
  const pages = readPages(space, model, options);
  const first = await pages.next();
  const all = (async function* () {
    if (!first.done) yield first.value;
    yield* pages;
  })();
  return options.format === 'csv' ? writeCsv(model, all, options.bom === true) : writeJson(all);
}

async function* writeCsv(
  model: ModelInfo,
  pages: AsyncIterable<readonly Row[]>,
  bom: boolean,
): AsyncGenerator<string> {
  yield (bom ? BOM : '') + lines([model.values.map((field) => field.name)]);
  for await (const rows of pages)
    yield lines(rows.map((row) => model.values.map((field) => toCell(field, row[field.name]))));
}

function lines(records: readonly (readonly (string | null)[])[]): string {
  // A text that is there but empty has quotes: so it is told from no value.
  return stringify([...records.map((record) => [...record])], {
    record_delimiter: '\r\n',
    quoted_match: /^$/,
  });
}

async function* writeJson(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  let begun = false;
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield `${begun ? ',\n' : '[\n'}${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
    begun = true;
  }
  yield begun ? '\n]\n' : '[]\n';
}

/**
 * Pages by the values of the last row and not in one long transaction: a slow reader holds no snapshot open, and
 * no row that stays as it is comes twice or is left out.
 */
async function* readPages(
  space: LiveSpace,
  model: ModelInfo,
  filter: RowFilter,
): AsyncGenerator<readonly Row[]> {
  const where = readFilter(space, model, filter);
  const order = readOrderBy(model, filter.orderBy);
  const list: CursorList = { spaceId: space.id, models: space.models, model, order };
  let take = FIRST_PAGE_ROWS;
  let last: Row | null = null;
  for (;;) {
    const past =
      last === null
        ? []
        : [
            beyond(
              list,
              order.map((key) => last?.[key.field] as Stored),
              'after',
            ),
          ];
    const args = {
      where: { AND: [where, ...past] },
      orderBy: orderArgs(order),
      take,
      select: allFields(model),
    };
    const records = (await space.use(() => runOn(space, model, 'findMany', args))) as readonly Row[];
    yield records;
    if (records.length < take) return;
    last = records.at(-1) ?? null;
    take = nextPage(records);
  }
}

/** As many rows as weigh about a page: rows may hold a few bytes or a megabyte. */
function nextPage(records: readonly Row[]): number {
  const bytes = records.reduce((sum, record) => sum + JSON.stringify(record).length, 0);
  const rows = Math.floor((LIMITS.exportPageBytes / Math.max(1, bytes)) * records.length);
  return Math.min(LIMITS.exportPageRows, Math.max(1, rows));
}
