import type { Builder } from '../graphql/builder.ts';
import type { SharedTypes } from '../graphql/shared-types.ts';
import { requireSession } from '../http/session.ts';
import type { AppRef } from '../market/graphql-app.ts';
import type { DraftTypes } from './graphql-types.ts';

/** From a draft to the market. */
export function addDraftPublishing(
  builder: Builder,
  { draft }: DraftTypes,
  app: AppRef,
  shared: SharedTypes,
): void {
  builder.relayMutationField(
    'planDraft',
    { inputFields: (t) => ({ draftId: t.string(), revision: t.int() }) },
    {
      description: "What publishing this revision would do to the app's data.",
      resolve: (_root, { input }, { services, user }) =>
        services.drafts.plan(requireSession(user), input.draftId, input.revision),
    },
    {
      outputFields: (t) => ({
        plan: t.field({ type: [shared.plannedChange], resolve: ({ changes }) => [...changes] }),
        diagnostics: t.field({ type: [shared.diagnostic], resolve: ({ diagnostics }) => [...diagnostics] }),
      }),
    },
  );

  builder.relayMutationField(
    'publishDraft',
    {
      inputFields: (t) => ({
        draftId: t.string(),
        revision: t.int(),
        name: t.string(),
        description: t.string({ required: false }),
        tags: t.stringList({ required: false }),
        preview: t.string({ required: false }),
      }),
    },
    {
      resolve: (_root, { input }, { services, user }) => services.drafts.publish(requireSession(user), input),
    },
    {
      outputFields: (t) => ({
        app: t.prismaField({
          type: app,
          resolve: (query, result, _args, { services }) =>
            services.db.prisma.app.findUniqueOrThrow({ ...query, where: { id: result.app.id } }),
        }),
        draft: t.prismaField({
          type: draft,
          resolve: (query, result, _args, { services }) =>
            services.db.prisma.draft.findUniqueOrThrow({ ...query, where: { id: result.draft.id } }),
        }),
        created: t.exposeBoolean('created'),
        plan: t.field({ type: [shared.plannedChange], resolve: ({ changes }) => [...changes] }),
        diagnostics: t.field({ type: [shared.diagnostic], resolve: ({ diagnostics }) => [...diagnostics] }),
      }),
    },
  );
}
