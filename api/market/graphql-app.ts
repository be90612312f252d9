import type { Builder } from '../graphql/builder.ts';
import type { SharedTypes } from '../graphql/shared-types.ts';
import { readKind } from './entry.ts';
import { ENTRY_KINDS, type EntryKind } from './kinds.ts';
import { differences, type FileDifference } from './lineage.ts';
import { isListed, LISTED } from './listing.ts';

/** Whose eyes see why an app was taken down: its owner's and the administrators'. */
interface TakenDown {
  readonly at: Date;
  readonly reason: string;
}

interface LineageChanges {
  readonly sourceId: string;
  readonly sourceVersion: number;
  readonly files: readonly FileDifference[];
}

/** The type of an app and of its versions, and what its kind may be. */
export function addApp(builder: Builder, shared: SharedTypes) {
  const kind = builder.enumType('AppKind', {
    description: 'What an entry of the market is.',
    values: Object.fromEntries(ENTRY_KINDS.map((value) => [value.toUpperCase(), { value }])) as Record<
      Uppercase<EntryKind>,
      { value: EntryKind }
    >,
  });

  const takenDown = builder.objectRef<TakenDown>('TakenDown').implement({
    description: 'An administrator took the app down.',
    fields: (t) => ({
      at: t.expose('at', { type: 'DateTime' }),
      reason: t.exposeString('reason'),
    }),
  });

  const version = builder.prismaObject('AppVersion', {
    description: 'What one publish put into the market; never changed afterwards.',
    fields: (t) => ({
      number: t.exposeInt('number', { description: 'Counts from 1 with every publish.' }),
      name: t.exposeString('name'),
      description: t.exposeString('description'),
      aml: t.exposeString('aml'),
      tags: t.exposeStringList('tags'),
      size: t.exposeInt('size', { description: 'Bytes of all files together.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      files: t.field({
        type: [shared.file],
        select: { files: { select: { path: true, blobHash: true }, orderBy: { path: 'asc' } } },
        resolve: ({ files }) => files,
      }),
      file: t.field({
        type: shared.file,
        nullable: true,
        args: { path: t.arg.string() },
        select: (args) => ({ files: { where: { path: { in: storable(args.path) } } } }),
        resolve: ({ files }) => files[0] ?? null,
      }),
    }),
  });

  const difference = builder.objectRef<FileDifference>('FileDifference').implement({
    fields: (t) => ({
      path: t.exposeString('path'),
      change: t.exposeString('change', { description: 'added, changed or removed.' }),
    }),
  });
  const lineageChanges = builder.objectRef<LineageChanges>('LineageChanges').implement({
    description: 'How a fork differs from what it was copied from.',
    fields: (t) => ({
      sourceVersion: t.exposeInt('sourceVersion', {
        description: 'The version of the source compared with.',
      }),
      source: t.prismaField({
        type: version,
        resolve: (query, { sourceId, sourceVersion }, _args, { services }) =>
          services.db.prisma.appVersion.findUniqueOrThrow({
            ...query,
            where: { appId_number: { appId: sourceId, number: sourceVersion } },
          }),
      }),
      files: t.field({ type: [difference], resolve: ({ files }) => [...files] }),
    }),
  });

  const app = builder.prismaNode('App', {
    description: 'An app in the market.',
    id: { field: 'id' },
    nullable: true,
    findUnique: (id) => ({ id, ...LISTED }),
    select: { id: true },
    fields: (t) => ({
      appId: t.exposeString('id'),
      kind: t.field({
        type: kind,
        description: 'A form or deck is published from a project and runs as a page to look at.',
        select: { kind: true },
        resolve: readKind,
      }),
      name: t.exposeString('name'),
      description: t.exposeString('description'),
      aml: t.exposeString('aml', { description: 'The data model; empty when the app stores nothing.' }),
      preview: t.exposeString('preview', { nullable: true }),
      previewUrl: t.string({
        nullable: true,
        description:
          'Where the preview picture is: a path of this origin, or the https address that was given. Lists ask for this one; `preview` may hold the picture itself.',
        select: { previewRef: true, id: true },
        resolve: ({ previewRef, id }) =>
          previewRef === null || previewRef.startsWith('https:')
            ? previewRef
            : `/api/market/${encodeURIComponent(id)}/preview?v=${previewRef.slice(0, 16)}`,
      }),
      tags: t.exposeStringList('tags'),
      ownerId: t.exposeString('ownerId'),
      author: t.string({
        description: "The publisher's display name.",
        select: { owner: { select: { name: true } } },
        resolve: ({ owner }) => owner.name,
      }),
      forkedFromId: t.exposeString('forkedFromId', { nullable: true }),
      forkCount: t.exposeInt('forkCount', { description: 'Forks that are in the market now.' }),
      files: t.field({
        type: [shared.file],
        select: { files: { select: { path: true, blobHash: true }, orderBy: { path: 'asc' } } },
        resolve: ({ files }) => files,
      }),
      file: t.field({
        type: shared.file,
        nullable: true,
        args: { path: t.arg.string() },
        select: (args) => ({ files: { where: { path: { in: storable(args.path) } } } }),
        resolve: ({ files }) => files[0] ?? null,
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      deletedAt: t.expose('deletedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'Set in the own list of what can be restored.',
      }),
      version: t.exposeInt('version'),
      versions: t.field({
        type: [version],
        description: 'What was published under this id, newest first.',
        select: (_args, _context, nested) => ({
          versions: nested({ orderBy: { number: 'desc' } }),
        }),
        resolve: ({ versions }) => versions,
      }),
      versionOf: t.prismaField({
        type: version,
        nullable: true,
        description: 'One version by its number.',
        args: { number: t.arg.int() },
        select: { id: true },
        resolve: (query, { id }, { number }, { services }) =>
          services.db.prisma.appVersion.findUnique({
            ...query,
            where: { appId_number: { appId: id, number } },
          }),
      }),
      url: t.string({
        description: 'The public address on the publish origin.',
        resolve: ({ id }, _args, { services }) => services.addresses.app(id),
      }),
      frameUrl: t.string({
        description:
          'Where to frame it: its own host where there is one, else the shared host and its sandbox.',
        resolve: ({ id }, _args, { services }) => services.addresses.appFrame(id),
      }),
      isMine: t.boolean({
        select: { ownerId: true },
        resolve: ({ ownerId }, _args, { user }) => ownerId === user?.id,
      }),
      takenDown: t.field({
        type: takenDown,
        nullable: true,
        description: 'Shown to its owner and to administrators.',
        select: { ownerId: true, takenDownAt: true, takenDownReason: true },
        resolve: ({ ownerId, takenDownAt, takenDownReason }, _args, { services, user }) => {
          if (takenDownAt === null) return null;
          if (ownerId !== user?.id && !services.moderation.isAdmin(user)) return null;
          return { at: takenDownAt, reason: takenDownReason ?? '' };
        },
      }),
      lineageChanges: t.field({
        type: lineageChanges,
        nullable: true,
        description:
          'Files that differ from the version it was forked from. Null for no fork, for one from before versions were kept, and when the source has left the market.',
        select: {
          forkedFromVersion: true,
          forkedFrom: { select: { id: true, deletedAt: true, takenDownAt: true } },
          files: { select: { path: true, blobHash: true }, orderBy: { path: 'asc' } },
        },
        resolve: async ({ forkedFrom, forkedFromVersion, files }, _args, { services }) => {
          if (!forkedFrom || !isListed(forkedFrom) || forkedFromVersion === null) return null;
          const source = await services.market.version(forkedFrom.id, forkedFromVersion);
          const own = new Map(files.map((file) => [file.path, file.blobHash]));
          return {
            sourceId: forkedFrom.id,
            sourceVersion: forkedFromVersion,
            files: differences(source.files, own),
          };
        },
      }),
    }),
  });

  builder.prismaObjectField(app, 'forkedFrom', (t) =>
    t.field({
      type: app,
      nullable: true,
      description: 'Null also when the source has left the market.',
      select: (_args, _context, nested) => ({
        forkedFrom: nested({ select: { id: true, deletedAt: true, takenDownAt: true } }),
      }),
      resolve: ({ forkedFrom }) => (forkedFrom && isListed(forkedFrom) ? forkedFrom : null),
    }),
  );
  return { app, kind };
}

export type AppTypes = ReturnType<typeof addApp>;
export type AppRef = AppTypes['app'];

/** A path to look for; text that no path can be is looked for nowhere, since the database would refuse it. */
function storable(path: string): string[] {
  return path.includes('\0') || !path.isWellFormed() ? [] : [path];
}
