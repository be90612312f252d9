import type { AppArgs, AppPage } from '@platform/aml-compiler/emit/pothos-api.ts';
import { LIMITS } from '../../limits.ts';
import type { ModelInfo } from '../model-info.ts';
import { orderArgs, readOrderBy } from '../order-by.ts';
import { badQuery } from '../query-error.ts';
import type { Row } from '../rows.ts';
import type { Args } from '../args.ts';
import type { QueryContext } from '../query-context.ts';
import { readWhere } from '../where.ts';
import type { CursorList } from './cursor.ts';
import { beyond, decodeCursor, encodeCursor } from './cursor.ts';

/** A page that was asked for: how to fetch its rows, and how to tell what lies around them. */
export interface PageRequest {
  readonly list: CursorList;
  /** The caller's filter alone: what `totalCount` counts. */
  readonly where: Args;
  /** `where`, `orderBy` and `take` of the query; one row more than the page has tells whether there is another page. */
  readonly query: Args;
  readonly size: number;
  readonly backward: boolean;
  readonly bounded: { readonly after: boolean; readonly before: boolean };
}

/**
 * Reads the arguments of a connection.
 * @throws ApiError invalid_request for a page above the maximum, a foreign cursor, or `first` beside `last`
 */
export function readPage(
  context: QueryContext,
  spaceId: string,
  model: ModelInfo,
  args: AppArgs,
): PageRequest {
  const first = readSize(args['first'], 'first');
  const last = readSize(args['last'], 'last');
  if (first !== null && last !== null) throw badQuery('last', 'cannot stand beside first.');
  const order = readOrderBy(model, args['orderBy']);
  const list: CursorList = { spaceId, models: context.models, model, order };
  const where = readWhere(context, model, args['where']);
  const bounds = (['after', 'before'] as const).flatMap((side) => {
    const cursor = args[side];
    return typeof cursor === 'string' ? [beyond(list, decodeCursor(list, cursor, side), side)] : [];
  });
  const backward = last !== null;
  const size = last ?? first ?? LIMITS.graphqlDefaultPage;
  const directed = backward ? order.map((key) => ({ ...key, direction: flip(key.direction) })) : order;
  return {
    list,
    where,
    query: {
      where: bounds.length === 0 ? where : { AND: [where, ...bounds] },
      orderBy: orderArgs(directed),
      take: size + 1,
    },
    size,
    backward,
    bounded: { after: typeof args['after'] === 'string', before: typeof args['before'] === 'string' },
  };
}

/** The page of fetched rows. */
export function toPage(
  { list, size, backward, bounded }: PageRequest,
  fetched: readonly Row[],
  totalCount: () => Promise<number>,
): AppPage {
  const more = fetched.length > size;
  const rows = more ? fetched.slice(0, size) : fetched;
  const nodes = backward ? rows.toReversed() : rows;
  // Cursors are made when they are asked for: most queries want the rows alone.
  const cursorOf = (row: Row | undefined): string | null => (row ? encodeCursor(list, row) : null);
  return {
    nodes,
    edges: () =>
      nodes.map((node) => ({
        node,
        get cursor() {
          return encodeCursor(list, node);
        },
      })),
    pageInfo: () => ({
      hasNextPage: backward ? bounded.before : more,
      hasPreviousPage: backward ? more : bounded.after,
      get startCursor() {
        return cursorOf(nodes[0]);
      },
      get endCursor() {
        return cursorOf(nodes.at(-1));
      },
    }),
    totalCount,
  };
}

function readSize(value: unknown, name: string): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'number' || value < 0 || value > LIMITS.graphqlPage) {
    throw badQuery(name, `must be an integer from 0 to ${LIMITS.graphqlPage}.`);
  }
  return value;
}

function flip(direction: 'asc' | 'desc'): 'asc' | 'desc' {
  return direction === 'asc' ? 'desc' : 'asc';
}
