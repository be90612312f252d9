import { queryFromInfo } from '@pothos/plugin-prisma';
import { resolveCursorConnection, type ResolveCursorConnectionArgs } from '@pothos/plugin-relay';
import type { ViewerRef } from '../accounts/graphql.ts';
import type { Builder } from '../graphql/builder.ts';
import { maxPageSize } from '../graphql/page-size.ts';
import { isClientId } from '../ids.ts';
import { RESTORE_MS } from './lifecycle.ts';
import { LISTED, marketWhere } from './listing.ts';
import { beyond, cursorOf, orderOf, PLACE_SELECT, SORTS, type Place, type Sort } from './order.ts';
import type { AppTypes } from './graphql-app.ts';
import type { TagCount } from './tags.ts';

const DEFAULT_PAGE = 20;
const MOST_TAGS = 100;

/** The lists of the market and the single look-ups. */
export function addMarketQueries(builder: Builder, viewer: ViewerRef, { app, kind }: AppTypes): void {
  const sort = builder.enumType('AppSort', {
    description:
      'NEWEST by first publication, UPDATED by the last, FORKS by how many forks are in the market.',
    values: Object.fromEntries(
      Object.keys(SORTS).map((name) => [name.toUpperCase(), { value: name }]),
    ) as Record<Uppercase<Sort>, { value: Sort }>,
  });

  builder.queryField('apps', (t) =>
    t.connection(
      {
        type: app,
        description:
          'Published apps. Pages go on from a place, so what is published meanwhile shifts nothing.',
        args: {
          q: t.arg.string({ required: false, description: 'Found in name, description or tags.' }),
          tag: t.arg.string({ required: false, description: 'Exactly this tag.' }),
          authorId: t.arg.string({ required: false, description: 'By this publisher.' }),
          forksOf: t.arg.string({ required: false, description: 'Forks of the app with this id.' }),
          kind: t.arg({ type: kind, required: false, description: 'Only entries of this kind.' }),
          sort: t.arg({ type: sort, required: false, defaultValue: 'newest' }),
        },
        resolve: async (_root, args, context, info) => {
          const { prisma } = context.services.db;
          const where = marketWhere(args);
          const by = args.sort ?? 'newest';
          const { select } = queryFromInfo({ context, info, path: ['edges', 'node'], select: PLACE_SELECT });
          const connection = await resolveCursorConnection(
            {
              args,
              defaultSize: DEFAULT_PAGE,
              maxSize: maxPageSize(args),
              toCursor: (place: Place) => cursorOf(by, place),
            },
            ({ before, after, limit, inverted }: ResolveCursorConnectionArgs) =>
              prisma.app.findMany({
                select,
                where: {
                  AND: [
                    where,
                    after === undefined ? {} : beyond(by, after, 'behind'),
                    before === undefined ? {} : beyond(by, before, 'before'),
                  ],
                },
                orderBy: orderOf(by, inverted),
                take: limit,
              }),
          );
          return { ...connection, where };
        },
      },
      {
        fields: (fields) => ({
          totalCount: fields.int({
            resolve: ({ where }, _args, { services }) => services.db.prisma.app.count({ where }),
          }),
        }),
      },
    ),
  );

  const tagCount = builder.objectRef<TagCount>('TagCount').implement({
    description: 'A tag and how many apps in the market carry it.',
    fields: (t) => ({ tag: t.exposeString('tag'), count: t.exposeInt('count') }),
  });

  const author = builder.prismaObject('User', {
    variant: 'Author',
    description: 'Who publishes apps.',
    fields: (t) => ({
      authorId: t.exposeString('id'),
      name: t.exposeString('name'),
      picture: t.exposeString('picture', { nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      appCount: t.relationCount('apps', { where: LISTED, description: 'Apps in the market.' }),
    }),
  });

  builder.queryFields((t) => ({
    app: t.prismaField({
      type: app,
      nullable: true,
      args: { id: t.arg.string({ description: 'The id in the market.' }) },
      resolve: (query, _root, { id }, { services }) =>
        isClientId(id) ? services.db.prisma.app.findFirst({ ...query, where: { id, ...LISTED } }) : null,
    }),
    author: t.prismaField({
      type: author,
      nullable: true,
      description: 'Somebody who has an app in the market; nobody else is shown.',
      args: { id: t.arg.string() },
      resolve: (query, _root, { id }, { services }) =>
        isClientId(id)
          ? services.db.prisma.user.findFirst({ ...query, where: { id, apps: { some: LISTED } } })
          : null,
    }),
    marketTags: t.field({
      type: [tagCount],
      description: 'The tags that most apps carry; what other processes change shows within half a minute.',
      args: { first: t.arg.int({ required: false, defaultValue: DEFAULT_PAGE }) },
      resolve: async (_root, { first }, { services }) => [
        ...(await services.market.tags.top(Math.min(Math.max(first ?? DEFAULT_PAGE, 0), MOST_TAGS))),
      ],
    }),
  }));

  builder.prismaObjectFields(viewer, (t) => ({
    apps: t.relatedConnection('apps', {
      type: app,
      cursor: 'id',
      maxSize: maxPageSize,
      totalCount: true,
      description: 'Own apps, those that were taken down too.',
      query: { where: { deletedAt: null }, orderBy: orderOf('newest') },
    }),
    takenDownApps: t.field({
      type: [app],
      description: 'Own apps that administrators took down, last first.',
      select: (_args, _context, nested) => ({
        apps: nested({
          where: { deletedAt: null, takenDownAt: { not: null } },
          orderBy: { takenDownAt: 'desc' },
        }),
      }),
      resolve: ({ apps }) => apps,
    }),
    deletedApps: t.field({
      type: [app],
      description: 'Own apps that were deleted and can still be restored, last deleted first.',
      select: (_args, _context, nested) => ({
        apps: nested({
          where: { deletedAt: { gt: new Date(Date.now() - RESTORE_MS) }, wipedAt: null },
          orderBy: { deletedAt: 'desc' },
        }),
      }),
      resolve: ({ apps }) => apps,
    }),
    app: t.prismaField({
      type: app,
      nullable: true,
      description: 'An own app, also while it is deleted or taken down.',
      args: { id: t.arg.string() },
      resolve: (query, { id: ownerId }, { id }, { services }) =>
        isClientId(id)
          ? services.db.prisma.app.findFirst({ ...query, where: { id, ownerId, wipedAt: null } })
          : null,
    }),
  }));
}
