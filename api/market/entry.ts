import type { Prisma } from '../db/generated/client.ts';
import { isEntryKind, ownPageOf, type EntryKind } from './kinds.ts';

/** A published app as the REST routes show it (spec 2.1, design 4). */
export interface AppEntry {
  readonly id: string;
  readonly kind: EntryKind;
  readonly name: string;
  readonly description: string;
  readonly aml: string;
  readonly files: Readonly<Record<string, string>>;
  readonly preview: string | null;
  /** The publisher's display name. */
  readonly author: string;
  readonly ownerId: string;
  readonly forkedFrom: string | null;
  readonly tags: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** What has to be read of an app to show its entry; what only the search looks into is longer than the entry. */
export const ENTRY = {
  include: {
    owner: { select: { name: true } },
    files: { include: { blob: { select: { content: true } } }, orderBy: { path: 'asc' } },
  },
  omit: { searchText: true, searchPairs: true },
} as const satisfies Pick<Prisma.AppFindManyArgs, 'include' | 'omit'>;

export type AppWithFiles = Prisma.AppGetPayload<typeof ENTRY>;

export function toEntry(app: AppWithFiles): AppEntry {
  const kind = readKind(app);
  const own = app.files.map((file) => [file.path, file.blob.content] as const);
  return {
    id: app.id,
    kind,
    name: app.name,
    description: app.description,
    aml: app.aml,
    files: Object.fromEntries([...Object.entries(ownPageOf(kind)), ...own]),
    preview: app.preview,
    author: app.owner.name,
    ownerId: app.ownerId,
    forkedFrom: app.forkedFromId,
    tags: app.tags,
    createdAt: app.createdAt,
    updatedAt: app.updatedAt,
    version: app.version,
  };
}

/** The kind of an app that was read. */
export function readKind({ kind }: { readonly kind: string }): EntryKind {
  if (!isEntryKind(kind)) throw new Error(`There is no kind of entry called ${kind}.`);
  return kind;
}
