import type { Builder } from '../graphql/builder.ts';
import { requireSession } from '../http/session.ts';
import { isContentOf } from '../market/kinds.ts';
import { isListed } from '../market/listing.ts';
import type { AppRef } from '../market/graphql-app.ts';
import type { ProjectRef } from './graphql.ts';

/** A project and what it is in the market, from either side: for its owner only. */
export function addProjectMarket(builder: Builder, project: ProjectRef, app: AppRef): void {
  builder.prismaObjectFields(project, (t) => ({
    app: t.field({
      type: app,
      nullable: true,
      description: 'What it is in the market; null while it is not there.',
      select: (_args, _context, nested) => ({ app: nested({ select: { id: true, deletedAt: true } }) }),
      resolve: ({ app: entry }) => (entry?.deletedAt === null ? entry : null),
    }),
    appIsCurrent: t.boolean({
      nullable: true,
      description: 'Whether the market has the document and the renderer as they are now.',
      select: {
        document: true,
        renderer: true,
        app: { select: { deletedAt: true, files: { select: { path: true, blobHash: true } } } },
      },
      resolve: ({ app: entry, ...content }) =>
        entry?.deletedAt === null ? isContentOf(content, entry.files) : null,
    }),
    previewUrl: t.string({
      description:
        'Where its page runs for an hour without taking answers, published or not: for its picture.',
      select: { version: true },
      resolve: ({ id, version }, _args, { services }) =>
        services.addresses.draft(services.previewTokens.issue(id), version),
    }),
    forkedFrom: t.field({
      type: app,
      nullable: true,
      description: 'The entry that it is a copy of; null also when that has left the market.',
      select: (_args, _context, nested) => ({
        app: {
          select: { forkedFrom: nested({ select: { id: true, deletedAt: true, takenDownAt: true } }) },
        },
      }),
      resolve: ({ app: entry }) => {
        const source = entry?.forkedFrom;
        return source && isListed(source) ? source : null;
      },
    }),
  }));

  builder.prismaObjectFields(app, (t) => ({
    projectId: t.string({
      nullable: true,
      description: 'The project that it is published from; for its owner only.',
      select: { project: { select: { id: true, ownerId: true, deletedAt: true } } },
      resolve: ({ project: from }, _args, { user }) =>
        from && from.deletedAt === null && from.ownerId === user?.id ? from.id : null,
    }),
  }));

  builder.relayMutationField(
    'publishProject',
    {
      inputFields: (t) => ({
        projectId: t.string(),
        name: t.string({ required: false }),
        description: t.string({ required: false }),
        tags: t.stringList({ required: false }),
        preview: t.string({ required: false }),
      }),
    },
    {
      description:
        'Publishes a form or deck to the market as it is now: new, or as the next version of what is there. What is left out of an update stays.',
      resolve: (_root, { input: { projectId, ...input } }, { services, user }) =>
        services.projectMarket.publish(requireSession(user), projectId, input),
    },
    {
      outputFields: (t) => ({
        app: t.prismaField({
          type: app,
          resolve: (query, result, _args, { services }) =>
            services.db.prisma.app.findUniqueOrThrow({ ...query, where: { id: result.app.id } }),
        }),
        created: t.exposeBoolean('created'),
      }),
    },
  );
}
