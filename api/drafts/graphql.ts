import type { ViewerRef } from '../accounts/graphql.ts';
import type { Builder } from '../graphql/builder.ts';
import { maxPageSize } from '../graphql/page-size.ts';
import type { SharedTypes } from '../graphql/shared-types.ts';
import { requireSession } from '../http/session.ts';
import { LISTED } from '../market/listing.ts';
import type { AppRef } from '../market/graphql-app.ts';
import { CAUSES, type DraftCause } from './input.ts';
import type { SavedDraft } from './service.ts';

/** The GraphQL face of drafts: all of it is the viewer's own. */
export function addDrafts(builder: Builder, viewer: ViewerRef, app: AppRef, shared: SharedTypes): void {
  const cause = builder.enumType('DraftCause', {
    description: 'What a revision came from.',
    values: Object.fromEntries(CAUSES.map((value) => [value.toUpperCase(), { value }])) as Record<
      Uppercase<DraftCause>,
      { value: DraftCause }
    >,
  });

  const revision = builder.prismaNode('DraftRevision', {
    description: 'The files and the AML of a draft at one moment; never changed afterwards.',
    id: { field: 'draftId_number' },
    nullable: true,
    findUnique: (id, { user }) => ({
      draftId_number: parseRevisionId(id),
      draft: { ownerId: user?.id ?? '' },
    }),
    select: { draftId: true, number: true },
    fields: (t) => ({
      number: t.exposeInt('number', { description: 'Counts from 1.' }),
      aml: t.exposeString('aml'),
      cause: t.field({ type: cause, select: { cause: true }, resolve: (row) => row.cause as DraftCause }),
      messageId: t.exposeString('messageId', { nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      files: t.field({
        type: [shared.file],
        select: { files: { select: { path: true, blobHash: true }, orderBy: { path: 'asc' } } },
        resolve: ({ files }) => files,
      }),
      previewUrl: t.string({
        description: 'Where this revision runs; whoever has the address can open it.',
        select: { draft: { select: { previewToken: true } } },
        resolve: ({ draft, number }, _args, { services }) =>
          services.addresses.draft(draft.previewToken, number),
      }),
      diagnostics: t.field({
        type: [shared.diagnostic],
        description: 'Mistakes and warnings in the AML.',
        select: { aml: true },
        resolve: ({ aml }, _args, { services }) => [...services.compile(aml).diagnostics],
      }),
    }),
  });

  const draft = builder.prismaNode('Draft', {
    description: 'What a person builds before publishing.',
    id: { field: 'id' },
    nullable: true,
    findUnique: (id, { user }) => ({ id, ownerId: user?.id ?? '' }),
    select: { id: true },
    fields: (t) => ({
      draftId: t.exposeString('id'),
      name: t.exposeString('name'),
      conversationId: t.exposeString('conversationId', { nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      app: t.prismaField({
        type: app,
        nullable: true,
        description: 'The app that publishing updates.',
        select: { appId: true },
        resolve: (query, { appId }, _args, { services }) =>
          appId ? services.db.prisma.app.findFirst({ ...query, where: { id: appId, ...LISTED } }) : null,
      }),
      forkedFrom: t.prismaField({
        type: app,
        nullable: true,
        select: { forkedFromId: true },
        resolve: (query, { forkedFromId }, _args, { services }) =>
          forkedFromId
            ? services.db.prisma.app.findFirst({ ...query, where: { id: forkedFromId, ...LISTED } })
            : null,
      }),
      latest: t.prismaField({
        type: revision,
        resolve: (query, { id }, _args, { services }) =>
          services.db.prisma.draftRevision.findFirstOrThrow({
            ...query,
            where: { draftId: id },
            orderBy: { number: 'desc' },
          }),
      }),
      revision: t.prismaField({
        type: revision,
        nullable: true,
        args: { number: t.arg.int() },
        resolve: (query, { id }, { number }, { services }) =>
          services.db.prisma.draftRevision.findUnique({
            ...query,
            where: { draftId_number: { draftId: id, number } },
          }),
      }),
      revisions: t.relatedConnection('revisions', {
        type: revision,
        cursor: 'draftId_number',
        maxSize: maxPageSize,
        totalCount: true,
        query: { orderBy: { number: 'desc' } },
      }),
    }),
  });

  builder.prismaObjectFields(viewer, (t) => ({
    drafts: t.relatedConnection('drafts', {
      type: draft,
      cursor: 'id',
      maxSize: maxPageSize,
      query: { orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }] },
    }),
    draft: t.prismaField({
      type: draft,
      nullable: true,
      args: { id: t.arg.string() },
      resolve: (query, viewerRow, { id }, { services }) =>
        services.db.prisma.draft.findFirst({ ...query, where: { id, ownerId: viewerRow.id } }),
    }),
  }));

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
  const restoreInput = builder.inputType('RestoreDraftInput', {
    fields: (t) => ({ draftId: t.string(), revision: t.int(), baseRevision: t.int() }),
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
    restoreDraft: t.field({
      type: saved,
      description: 'Adds a revision with the content of an earlier one.',
      args: { input: t.arg({ type: restoreInput }) },
      resolve: (_root, { input }, { services, user }) => services.drafts.restore(requireSession(user), input),
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
      resolve: async (_root, { input }, { services, user }) => {
        await services.drafts.remove(requireSession(user), input.draftId);
        return { ok: true };
      },
    },
    { outputFields: (t) => ({ ok: t.exposeBoolean('ok') }) },
  );

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

/** Pothos writes a composite key as a JSON list; anything else names no revision. */
function parseRevisionId(id: string): { draftId: string; number: number } {
  const [, draftId = '', number = '0'] = /^\["([A-Za-z0-9_-]{1,64})","(\d{1,9})"\]$/.exec(id) ?? [];
  return { draftId, number: Number(number) };
}
