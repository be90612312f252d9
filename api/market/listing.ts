import type { Prisma } from '../db/generated/client.ts';
import { escapeLike } from '../db/like.ts';
import { LIMITS } from '../limits.ts';
import type { EntryKind } from './kinds.ts';

/** What anybody may see: neither deleted by its owner nor taken down. The one definition of it. */
export const LISTED = { deletedAt: null, takenDownAt: null } as const satisfies Prisma.AppWhereInput;

/** Whether an app that was read is in the market. */
export function isListed(app: {
  readonly deletedAt: Date | null;
  readonly takenDownAt: Date | null;
}): boolean {
  return app.deletedAt === null && app.takenDownAt === null;
}

/** Which apps of the market a list holds; what is left out does not narrow it. */
export interface MarketFilter {
  /** Found literally, without regard to case, in name, description or a tag (spec 4.2). */
  readonly q?: string | null | undefined;
  /** Exactly this tag. */
  readonly tag?: string | null | undefined;
  /** The publisher's id. */
  readonly authorId?: string | null | undefined;
  /** Only forks of this app. */
  readonly forksOf?: string | null | undefined;
  /** Only apps, only forms, only decks. */
  readonly kind?: EntryKind | null | undefined;
}

/** What the search looks into for an app; both sides of the comparison are lower-cased here, in one place. */
export function searchColumnsOf(app: { name: string; description: string; tags: readonly string[] }): {
  readonly searchText: string;
  readonly searchPairs: string[];
} {
  const searchText = [app.name, app.description, ...app.tags].join('\n').toLowerCase();
  const characters = [...searchText];
  const pairs = characters.flatMap((one, at) => [one, one + (characters[at + 1] ?? '')]);
  return { searchText, searchPairs: [...new Set(pairs)] };
}

/**
 * The same answer from two indexes: a trigram index cannot help with one or two characters, and that is a whole word
 * in many languages.
 */
function contains(q: string): Prisma.AppWhereInput {
  const text = q.toLowerCase();
  return [...text].length <= 2
    ? { searchPairs: { has: text } }
    : { searchText: { contains: escapeLike(text) } };
}

/** Longer text than any member that is searched is found nowhere. */
const LONGEST_MEMBER = Math.max(LIMITS.nameCharacters, LIMITS.descriptionCharacters, LIMITS.tagCharacters);

const NOTHING: Prisma.AppWhereInput = { id: { in: [] } };

/** The listed apps that a filter lets through. */
export function marketWhere({ q, tag, authorId, forksOf, kind }: MarketFilter): Prisma.AppWhereInput {
  const given = [q, tag, authorId, forksOf].filter((text) => typeof text === 'string');
  // Text with a NUL byte cannot be stored, so it is found nowhere; the database would refuse to look.
  if (given.some((text) => text.includes('\0') || !text.isWellFormed())) return NOTHING;
  if (q && q.length > LONGEST_MEMBER) return NOTHING;
  return {
    ...LISTED,
    ...(q ? contains(q) : {}),
    ...(tag ? { tags: { has: tag } } : {}),
    ...(authorId ? { ownerId: authorId } : {}),
    ...(forksOf ? { forkedFromId: forksOf } : {}),
    ...(kind ? { kind } : {}),
  };
}
