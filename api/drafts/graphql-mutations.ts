import type { Builder } from '../graphql/builder.ts';
import { requireSession } from '../http/session.ts';
import type { DraftTypes } from './graphql-types.ts';
import type { SavedDraft } from './service.ts';

export type SavedRef = ReturnType<typeof addDraftMutations>;

/** Making, saving, renaming, deleting. */
export function addDraftMutations(builder: Builder, { cause, draft, revision }: DraftTypes) {
  const saved = builder.objectRef<SavedDraft>('SavedDraft').implement({
    description: 'A draft and the revision that was just written.',
    fields: (t) => ({
      draft: t.prismaField({
        type: draft,
        resolve: (query, result, _args, { services }) =>
          services.db.prisma.draft.findUniqueOrThrow({ ...query, where: { id: result.draft.id } }),
      }),
      revision: t.prismaField({
        type: revision,
        resolve: (query, { revision: { draftId, number } }, _args, { services }) =>
          services.db.prisma.draftRevision.findUniqueOrThrow({
            ...query,
            where: { draftId_number: { draftId, number } },
          }),
      }),
    }),
  });

  const change = builder.inputType('DraftChangeInput', {
    fields: (t) => ({
      path: t.string(),
      content: t.string({ required: false, description: 'Null deletes the file.' }),
    }),
  });
  const createInput = builder.inputType('CreateDraftInput', {
    fields: (t) => ({
      name: t.string({ required: false }),
      fromAppId: t.string({ required: false, description: 'An own app is edited, another one is copied.' }),
    }),
  });
  const saveInput = builder.inputType('SaveDraftInput', {
    fields: (t) => ({
      draftId: t.string(),
      baseRevision: t.int({ description: 'The revision that the changes were made on.' }),
      changes: t.field({ type: [change] }),
      aml: t.string({ required: false }),
      name: t.string({ required: false }),
      cause: t.field({ type: cause, required: false }),
      messageId: t.string({ required: false }),
      conversationId: t.string({ required: false }),
      forkedFromAppId: t.string({
        required: false,
        description:
          "The market's app whose files these changes bring in; a new app from this draft is its fork.",
      }),
    }),
  });
  builder.mutationFields((t) => ({
    createDraft: t.field({
      type: saved,
      args: { input: t.arg({ type: createInput }) },
      resolve: (_root, { input }, { services, user }) => services.drafts.create(requireSession(user), input),
    }),
    saveDraft: t.field({
      type: saved,
      description:
        'Adds a revision; a stale base is `conflict` with `currentRevision`, and nothing is overwritten.',
      args: { input: t.arg({ type: saveInput }) },
      resolve: (_root, { input }, { services, user }) => services.drafts.save(requireSession(user), input),
    }),
  }));

  builder.relayMutationField(
    'renameDraft',
    { inputFields: (t) => ({ draftId: t.string(), name: t.string() }) },
    {
      resolve: (_root, { input }, { services, user }) => services.drafts.rename(requireSession(user), input),
    },
    {
      outputFields: (t) => ({
        draft: t.prismaField({
          type: draft,
          resolve: (query, { id }, _args, { services }) =>
            services.db.prisma.draft.findUniqueOrThrow({ ...query, where: { id } }),
        }),
      }),
    },
  );

  builder.relayMutationField(
    'deleteDraft',
    { inputFields: (t) => ({ draftId: t.string() }) },
    {
      description: 'Puts a draft away; it can be restored for 30 days with its history and its rows.',
      resolve: async (_root, { input }, { services, user }) => {
        await services.drafts.remove(requireSession(user), input.draftId);
        return { ok: true };
      },
    },
    { outputFields: (t) => ({ ok: t.exposeBoolean('ok') }) },
  );

  builder.relayMutationField(
    'restoreDeletedDraft',
    { inputFields: (t) => ({ draftId: t.string() }) },
    {
      resolve: (_root, { input }, { services, user }) =>
        services.drafts.restoreDeleted(requireSession(user), input.draftId),
    },
    {
      outputFields: (t) => ({
        draft: t.prismaField({
          type: draft,
          resolve: (query, { id }, _args, { services }) =>
            services.db.prisma.draft.findUniqueOrThrow({ ...query, where: { id } }),
        }),
      }),
    },
  );

  return saved;
}
