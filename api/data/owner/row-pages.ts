import { LIMITS } from '../../limits.ts';
import type { Args } from '../args.ts';
import type { Stored } from '../coerce.ts';
import { beyond, type CursorList } from '../graphql/cursor.ts';
import { orderArgs } from '../order-by.ts';
import type { Row } from '../rows.ts';

const FIRST_PAGE_ROWS = 100;

/**
 * All rows of a list, in pages by the values of the last row and not in one long transaction: a slow reader holds no
 * snapshot open, and no row that stays as it is comes twice or is left out. The first page is fetched at once, so that a
 * mistake in the query is still an ordinary answer.
 * @param read fetches the rows of one page
 */
export async function startRowPages(
  list: CursorList,
  { where, select }: { readonly where: Args; readonly select: Args },
  read: (args: Args) => Promise<readonly Row[]>,
): Promise<AsyncGenerator<readonly Row[]>> {
  const pages = readPages(list, { where, select }, read);
  const first = await pages.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* pages;
  })();
}

async function* readPages(
  list: CursorList,
  { where, select }: { readonly where: Args; readonly select: Args },
  read: (args: Args) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  const { order } = list;
  let take = FIRST_PAGE_ROWS;
  let last: Row | null = null;
  for (;;) {
    const past = last === null ? [] : [beyond(list, placeOf(list, last), 'after')];
    const records = await read({ where: { AND: [where, ...past] }, orderBy: orderArgs(order), take, select });
    yield records;
    if (records.length < take) return;
    last = records.at(-1) ?? null;
    take = nextPage(records);
  }
}

function placeOf({ order }: CursorList, row: Row): readonly Stored[] {
  return order.map((key) => row[key.field] as Stored);
}

/** As many rows as weigh about a page: rows may hold a few bytes or a megabyte. */
function nextPage(records: readonly Row[]): number {
  const bytes = records.reduce((sum, record) => sum + JSON.stringify(record).length, 0);
  const rows = Math.floor((LIMITS.exportPageBytes / Math.max(1, bytes)) * records.length);
  return Math.min(LIMITS.exportPageRows, Math.max(1, rows));
}
