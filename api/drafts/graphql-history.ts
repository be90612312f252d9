import type { Builder } from '../graphql/builder.ts';
import { requireSession } from '../http/session.ts';
import type { DraftTypes } from './graphql-types.ts';
import type { SavedRef } from './graphql-mutations.ts';

/** Going back and forth between revisions. */
export function addDraftHistory(builder: Builder, { revision }: DraftTypes, saved: SavedRef): void {
  const stepInput = builder.inputType('DraftStepInput', {
    fields: (t) => ({
      draftId: t.string(),
      baseRevision: t.int({ description: 'The newest revision; a stale one is `conflict`.' }),
    }),
  });
  const restoreInput = builder.inputType('RestoreDraftInput', {
    fields: (t) => ({ draftId: t.string(), revision: t.int(), baseRevision: t.int() }),
  });
  builder.mutationFields((t) => ({
    restoreDraft: t.field({
      type: saved,
      description: 'Adds a revision with the content of an earlier one.',
      args: { input: t.arg({ type: restoreInput }) },
      resolve: (_root, { input }, { services, user }) => services.drafts.restore(requireSession(user), input),
    }),
    undoDraft: t.field({
      type: saved,
      description:
        'Takes the last step back, by a revision with the content from before it. A turn is one step.',
      args: { input: t.arg({ type: stepInput }) },
      resolve: (_root, { input }, { services, user }) => services.drafts.undo(requireSession(user), input),
    }),
    redoDraft: t.field({
      type: saved,
      description: 'Takes the last undo back, as long as nothing else was changed since.',
      args: { input: t.arg({ type: stepInput }) },
      resolve: (_root, { input }, { services, user }) => services.drafts.redo(requireSession(user), input),
    }),
  }));

  builder.relayMutationField(
    'nameDraftRevision',
    {
      inputFields: (t) => ({
        draftId: t.string(),
        revision: t.int(),
        name: t.string({ required: false, description: 'Null takes the name away.' }),
      }),
    },
    {
      description: 'Makes a revision a checkpoint, or an ordinary one again.',
      resolve: (_root, { input }, { services, user }) =>
        services.drafts.nameRevision(requireSession(user), input),
    },
    {
      outputFields: (t) => ({
        revision: t.prismaField({
          type: revision,
          resolve: (query, { draftId, number }, _args, { services }) =>
            services.db.prisma.draftRevision.findUniqueOrThrow({
              ...query,
              where: { draftId_number: { draftId, number } },
            }),
        }),
      }),
    },
  );
}
