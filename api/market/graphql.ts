import type { Builder } from '../graphql/builder.ts';
import { maxPageSize } from '../graphql/page-size.ts';
import type { SharedTypes } from '../graphql/shared-types.ts';
import { isClientId } from '../ids.ts';
import { requireSession } from '../http/session.ts';
import type { ViewerRef } from '../accounts/graphql.ts';
import { MARKET_ORDER, marketWhere } from './search.ts';

/** The GraphQL face of the market. Returns the type that drafts refer to. */
export function addMarket(builder: Builder, viewer: ViewerRef, shared: SharedTypes) {
  const app = builder.prismaNode('App', {
    description: 'An app in the market.',
    id: { field: 'id' },
    nullable: true,
    findUnique: (id) => ({ id, deletedAt: null }),
    select: { id: true },
    fields: (t) => ({
      appId: t.exposeString('id'),
      name: t.exposeString('name'),
      description: t.exposeString('description'),
      aml: t.exposeString('aml', { description: 'The data model; empty when the app stores nothing.' }),
      preview: t.exposeString('preview', { nullable: true }),
      tags: t.exposeStringList('tags'),
      ownerId: t.exposeString('ownerId'),
      author: t.string({
        description: "The publisher's display name.",
        select: { owner: { select: { name: true } } },
        resolve: ({ owner }) => owner.name,
      }),
      forkedFromId: t.exposeString('forkedFromId', { nullable: true }),
      forkCount: t.relationCount('forks', { where: { deletedAt: null } }),
      files: t.field({
        type: [shared.file],
        select: { files: { select: { path: true, blobHash: true }, orderBy: { path: 'asc' } } },
        resolve: ({ files }) => files,
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      version: t.exposeInt('version'),
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
    }),
  });

  builder.prismaObjectField(app, 'forkedFrom', (t) =>
    t.field({
      type: app,
      nullable: true,
      description: 'Null also when the source has left the market.',
      select: (_args, _context, nested) => ({
        forkedFrom: nested({ select: { id: true, deletedAt: true } }),
      }),
      resolve: ({ forkedFrom }) => (forkedFrom?.deletedAt === null ? forkedFrom : null),
    }),
  );

  builder.queryFields((t) => ({
    app: t.prismaField({
      type: app,
      nullable: true,
      args: { id: t.arg.string({ description: 'The id in the market.' }) },
      resolve: (query, _root, { id }, { services }) =>
        isClientId(id)
          ? services.db.prisma.app.findFirst({ ...query, where: { id, deletedAt: null } })
          : null,
    }),
    apps: t.prismaConnection({
      type: app,
      cursor: 'id',
      maxSize: maxPageSize,
      description: 'Published apps, newest first.',
      args: { q: t.arg.string({ required: false, description: 'Found in name, description or tags.' }) },
      totalCount: (_root, { q }, { services }) =>
        services.db.prisma.app.count({ where: marketWhere(q ?? undefined) }),
      resolve: (query, _root, { q }, { services }) =>
        services.db.prisma.app.findMany({
          ...query,
          where: marketWhere(q ?? undefined),
          orderBy: [...MARKET_ORDER],
        }),
    }),
  }));

  builder.prismaObjectField(viewer, 'apps', (t) =>
    t.relatedConnection('apps', {
      type: app,
      cursor: 'id',
      maxSize: maxPageSize,
      totalCount: true,
      query: { where: { deletedAt: null }, orderBy: [...MARKET_ORDER] },
    }),
  );

  const fileInput = builder.inputType('AppFileInput', {
    fields: (t) => ({
      path: t.string(),
      content: t.string({ description: 'Text; a binary asset is a data: URL.' }),
    }),
  });

  builder.relayMutationField(
    'publishApp',
    {
      inputFields: (t) => ({
        id: t.string({ required: false }),
        name: t.string({ required: false }),
        description: t.string({ required: false }),
        aml: t.string({ required: false }),
        files: t.field({ type: [fileInput] }),
        tags: t.stringList({ required: false }),
        preview: t.string({ required: false }),
      }),
    },
    {
      description: 'Publishes a new app or a new version of an own one; what is left out of an update stays.',
      resolve: (_root, { input }, { services, user }) => {
        const files = Object.fromEntries(input.files.map(({ path, content }) => [path, content]));
        return services.market.publish(requireSession(user), { ...input, files });
      },
    },
    {
      outputFields: (t) => ({
        app: t.prismaField({
          type: app,
          resolve: (query, result, _args, { services }) =>
            services.db.prisma.app.findUniqueOrThrow({ ...query, where: { id: result.app.id } }),
        }),
        created: t.exposeBoolean('created'),
        plan: t.field({ type: [shared.plannedChange], resolve: ({ changes }) => [...changes] }),
        diagnostics: t.field({ type: [shared.diagnostic], resolve: ({ diagnostics }) => [...diagnostics] }),
      }),
    },
  );

  builder.relayMutationField(
    'forkApp',
    { inputFields: (t) => ({ id: t.string() }) },
    {
      description: 'Copies an app, without its rows, into a new one of the viewer.',
      resolve: (_root, { input }, { services, user }) => services.market.fork(requireSession(user), input.id),
    },
    {
      outputFields: (t) => ({
        app: t.prismaField({
          type: app,
          resolve: (query, { id }, _args, { services }) =>
            services.db.prisma.app.findUniqueOrThrow({ ...query, where: { id } }),
        }),
      }),
    },
  );

  builder.relayMutationField(
    'deleteApp',
    { inputFields: (t) => ({ id: t.string() }) },
    {
      description: 'Removes an own app from the market; it can be restored for 30 days.',
      resolve: async (_root, { input }, { services, user }) => {
        await services.market.remove(requireSession(user), input.id);
        return { ok: true };
      },
    },
    { outputFields: (t) => ({ ok: t.exposeBoolean('ok') }) },
  );

  builder.relayMutationField(
    'restoreApp',
    { inputFields: (t) => ({ id: t.string() }) },
    {
      resolve: (_root, { input }, { services, user }) =>
        services.market.restore(requireSession(user), input.id),
    },
    {
      outputFields: (t) => ({
        app: t.prismaField({
          type: app,
          resolve: (query, { id }, _args, { services }) =>
            services.db.prisma.app.findUniqueOrThrow({ ...query, where: { id } }),
        }),
      }),
    },
  );
  return app;
}

export type AppRef = ReturnType<typeof addMarket>;
