import type { ViewerRef } from '../accounts/graphql.ts';
import type { Builder } from '../graphql/builder.ts';
import { maxPageSize } from '../graphql/page-size.ts';
import { requireSession } from '../http/session.ts';
import type { AppRef } from './graphql-app.ts';
import { REPORT_REASONS, type ReportReason } from './report-input.ts';

/** Reports for everybody who is signed in; the list of them and what follows for administrators only. */
export function addModeration(builder: Builder, viewer: ViewerRef, app: AppRef): void {
  const reason = builder.enumType('ReportReason', {
    description: 'What is wrong with an app.',
    values: Object.fromEntries(REPORT_REASONS.map((value) => [value.toUpperCase(), { value }])) as Record<
      Uppercase<ReportReason>,
      { value: ReportReason }
    >,
  });

  const report = builder.prismaObject('AppReport', {
    description: 'What somebody has against an app.',
    fields: (t) => ({
      reportId: t.exposeString('id'),
      reason: t.field({
        type: reason,
        select: { reason: true },
        resolve: (row) => row.reason as ReportReason,
      }),
      note: t.exposeString('note'),
      appVersion: t.exposeInt('appVersion', { description: 'The version that was reported.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      reporter: t.string({
        description: "The reporter's display name.",
        select: { reporter: { select: { name: true } } },
        resolve: ({ reporter }) => reporter.name,
      }),
    }),
  });

  const action = builder.prismaObject('ModerationAction', {
    description: 'What an administrator did about an app.',
    fields: (t) => ({
      action: t.exposeString('action', { description: 'take_down, reinstate or dismiss.' }),
      reason: t.exposeString('reason'),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      admin: t.string({
        select: { admin: { select: { name: true } } },
        resolve: ({ admin }) => admin.name,
      }),
    }),
  });

  builder.prismaObjectFields(app, (t) => ({
    openReports: t.field({
      type: [report],
      description: 'Reports that nobody has looked at yet, newest first. Administrators only.',
      select: (_args, _context, nested) => ({
        reports: nested({ where: { closedAt: null }, orderBy: { createdAt: 'desc' } }),
      }),
      resolve: ({ reports }, _args, { services, user }) => {
        services.moderation.requireAdmin(user);
        return reports;
      },
    }),
    moderation: t.field({
      type: [action],
      description: 'What administrators did about it, newest first. Administrators only.',
      select: (_args, _context, nested) => ({
        moderation: nested({ orderBy: { createdAt: 'desc' } }),
      }),
      resolve: ({ moderation }, _args, { services, user }) => {
        services.moderation.requireAdmin(user);
        return moderation;
      },
    }),
  }));

  builder.prismaObjectFields(viewer, (t) => ({
    isAdmin: t.boolean({ resolve: (_row, _args, { services, user }) => services.moderation.isAdmin(user) }),
    moderatedApps: t.prismaConnection({
      type: app,
      cursor: 'id',
      maxSize: maxPageSize,
      description:
        'Apps with reports that nobody has looked at yet, or, with `takenDown`, those out of the market. Administrators only.',
      args: { takenDown: t.arg.boolean({ defaultValue: false }) },
      resolve: (query, _viewer, { takenDown }, { services, user }) => {
        services.moderation.requireAdmin(user);
        const open = { takenDownAt: null, deletedAt: null, reports: { some: { closedAt: null } } };
        return services.db.prisma.app.findMany({
          ...query,
          where: takenDown ? { takenDownAt: { not: null }, wipedAt: null } : open,
          orderBy: [takenDown ? { takenDownAt: 'desc' } : { reports: { _count: 'desc' } }, { id: 'desc' }],
        });
      },
    }),
  }));

  builder.relayMutationField(
    'reportApp',
    {
      inputFields: (t) => ({
        id: t.string(),
        reason: t.field({ type: reason }),
        note: t.string({ required: false }),
      }),
    },
    {
      description: 'Tells the administrators that something is wrong with an app.',
      resolve: async (_root, { input }, { services, user }) => {
        await services.moderation.report(requireSession(user), input.id, input);
        return { ok: true };
      },
    },
    { outputFields: (t) => ({ ok: t.exposeBoolean('ok') }) },
  );

  builder.relayMutationField(
    'moderateApp',
    {
      inputFields: (t) => ({
        id: t.string(),
        verdict: t.field({
          type: builder.enumType('ModerationVerdict', {
            values: {
              TAKE_DOWN: { value: 'takeDown', description: 'Out of the market, and 410 where it ran.' },
              REINSTATE: { value: 'reinstate', description: 'Back from a take-down.' },
              DISMISS: { value: 'dismiss', description: 'Closes the reports and leaves the app.' },
            },
          }),
        }),
        reason: t.string({ required: false, description: 'Due for a take-down: the owner reads it.' }),
      }),
    },
    {
      description: 'What an administrator decides about an app. It is recorded.',
      resolve: (_root, { input }, { services, user }) =>
        services.moderation[input.verdict](user, input.id, input.reason),
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
}
