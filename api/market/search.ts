import { escapeLike } from '../db/like.ts';
import type { Prisma } from '../db/generated/client.ts';
import type { MarketCursor } from './cursor.ts';

/** What `searchText` holds for an app; both sides of the comparison are lower-cased here, in one place. */
export function searchTextOf(app: { name: string; description: string; tags: readonly string[] }): string {
  return [app.name, app.description, ...app.tags].join('\n').toLowerCase();
}

/** Published apps whose name, description or a tag contains `q`, case-insensitively and literally (spec 4.2). */
export function marketWhere(q: string | undefined): Prisma.AppWhereInput {
  // Text with a NUL byte cannot be stored, so it is found nowhere; the database would refuse to look.
  if (q?.includes('\0')) return { id: { in: [] } };
  const found = q ? { searchText: { contains: escapeLike(q.toLowerCase()) } } : {};
  return { deletedAt: null, ...found };
}

/** What comes after a cursor in the list's order. */
export function after({ createdAt, id }: MarketCursor): Prisma.AppWhereInput {
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}

/** Newest first; the id makes the order total. */
export const MARKET_ORDER = [
  { createdAt: 'desc' },
  { id: 'desc' },
] as const satisfies Prisma.AppOrderByWithRelationInput[];
