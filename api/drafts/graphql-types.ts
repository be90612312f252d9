import type { Builder } from '../graphql/builder.ts';
import { maxPageSize } from '../graphql/page-size.ts';
import type { SharedTypes } from '../graphql/shared-types.ts';
import type { AppRef } from '../market/graphql-app.ts';
import { LISTED } from '../market/listing.ts';
import { CAUSES, type DraftCause } from './input.ts';
import { publishedRevisionOf } from './published.ts';

export type DraftTypes = ReturnType<typeof addDraftTypes>;

/** The types of a draft and of its revisions. */
export function addDraftTypes(builder: Builder, app: AppRef, shared: SharedTypes) {
  const cause = builder.enumType('DraftCause', {
    description: 'What a revision came from.',
    values: Object.fromEntries(CAUSES.map((value) => [value.toUpperCase(), { value }])) as Record<
      Uppercase<DraftCause>,
      { value: DraftCause }
    >,
  });

  const revision = builder.prismaNode('DraftRevision', {
    description:
      'The files and the AML of a draft at one moment; nothing but its name is changed afterwards.',
    id: { field: 'draftId_number' },
    nullable: true,
    findUnique: (id, { user }) => ({
      draftId_number: parseRevisionId(id),
      draft: { ownerId: user?.id ?? '', deletedAt: null },
    }),
    select: { draftId: true, number: true },
    fields: (t) => ({
      number: t.exposeInt('number', { description: 'Counts from 1.' }),
      aml: t.exposeString('aml'),
      cause: t.field({ type: cause, select: { cause: true }, resolve: (row) => row.cause as DraftCause }),
      messageId: t.exposeString('messageId', { nullable: true }),
      name: t.exposeString('name', { nullable: true, description: 'Set for a checkpoint.' }),
      undoTo: t.exposeInt('undoTo', {
        nullable: true,
        description: 'The revision whose content undo brings back from here; null when there is none.',
      }),
      redoTo: t.exposeInt('redoTo', { nullable: true, description: 'The same for redo.' }),
      touched: t.exposeStringList('touched', {
        description:
          'What differs from the revision before: each path behind `+`, `-` or `~`; the data model is `~model.aml`.',
      }),
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
    findUnique: (id, { user }) => ({ id, ownerId: user?.id ?? '', deletedAt: null }),
    select: { id: true },
    fields: (t) => ({
      draftId: t.exposeString('id'),
      name: t.exposeString('name'),
      conversationId: t.exposeString('conversationId', { nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      deletedAt: t.expose('deletedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'Set in the own list of what can be restored.',
      }),
      publishedRevision: t.int({
        nullable: true,
        description:
          'The revision that is in the market; null while none is, and when the app was published otherwise since.',
        select: { appId: true, publishedRevision: true, publishedVersion: true },
        resolve: (row, _args, { services }) => publishedRevisionOf(services.db, row),
      }),
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
        args: {
          named: t.arg.boolean({ required: false, description: 'True for the checkpoints alone.' }),
        },
        query: ({ named }) => ({
          ...(named ? { where: { name: { not: null } } } : {}),
          orderBy: { number: 'desc' as const },
        }),
      }),
    }),
  });

  return { cause, revision, draft };
}

/** Pothos writes a composite key as a JSON list; anything else names no revision. */
function parseRevisionId(id: string): { draftId: string; number: number } {
  const [, draftId = '', number = '0'] = /^\["([A-Za-z0-9_-]{1,64})","(\d{1,9})"\]$/.exec(id) ?? [];
  return { draftId, number: Number(number) };
}
