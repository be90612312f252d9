import type { Builder } from '../graphql/builder.ts';
import type { SharedTypes } from '../graphql/shared-types.ts';
import { requireSession } from '../http/session.ts';
import type { AppRef } from './graphql-app.ts';

/** What a signed-in person does with own apps and forks. */
export function addMarketMutations(builder: Builder, app: AppRef, shared: SharedTypes): void {
  const fileInput = builder.inputType('AppFileInput', {
    fields: (t) => ({
      path: t.string(),
      content: t.string({ description: 'Text; a binary asset is a data: URL.' }),
    }),
  });

  builder.relayMutationField(
    'planPublish',
    { inputFields: (t) => ({ appId: t.string(), aml: t.string() }) },
    {
      description: "What publishing this data model would do to an own app's rows; changes nothing.",
      resolve: (_root, { input }, { services, user }) =>
        services.market.plan(requireSession(user), input.appId, input.aml),
    },
    {
      outputFields: (t) => ({
        plan: t.field({ type: [shared.plannedChange], resolve: ({ changes }) => [...changes] }),
        diagnostics: t.field({ type: [shared.diagnostic], resolve: ({ diagnostics }) => [...diagnostics] }),
      }),
    },
  );

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
      description:
        'Copies an app, without its rows, into a new one of the viewer. A form or deck becomes a project too.',
      resolve: (_root, { input }, { services, user }) => services.market.fork(requireSession(user), input.id),
    },
    {
      outputFields: (t) => ({
        app: t.prismaField({
          type: app,
          resolve: (query, forked, _args, { services }) =>
            services.db.prisma.app.findUniqueOrThrow({ ...query, where: { id: forked.app.id } }),
        }),
        projectId: t.exposeString('projectId', {
          nullable: true,
          description: 'The own project that a form or deck became.',
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

  builder.relayMutationField(
    'restoreAppVersion',
    { inputFields: (t) => ({ id: t.string(), number: t.int() }) },
    {
      description: 'Publishes the files and the data model of an earlier version again, as the next one.',
      resolve: (_root, { input }, { services, user }) =>
        services.market.restoreVersion(requireSession(user), input.id, input.number),
    },
    {
      outputFields: (t) => ({
        app: t.prismaField({
          type: app,
          resolve: (query, result, _args, { services }) =>
            services.db.prisma.app.findUniqueOrThrow({ ...query, where: { id: result.app.id } }),
        }),
        plan: t.field({ type: [shared.plannedChange], resolve: ({ changes }) => [...changes] }),
      }),
    },
  );
}
