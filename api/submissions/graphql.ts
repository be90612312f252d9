import type { Builder } from '../graphql/builder.ts';
import { requireSession } from '../http/session.ts';
import type { ProjectRef } from '../projects/graphql.ts';
import { addSummary } from './graphql-summary.ts';
import type { FormRow, OwnAnswer } from './owner-answers.ts';

/** What is read of a project for its answers. */
const FORM = { id: true, kind: true, document: true } as const;

/** The GraphQL face of answers to forms: all of it is the owner's. */
export function addSubmissions(builder: Builder, project: ProjectRef): void {
  const state = builder.enumType('SubmissionState', {
    description: 'FLAGGED ones look as if a program had sent them; they count nowhere.',
    values: { ACCEPTED: { value: 'accepted' }, FLAGGED: { value: 'flagged' } } as const,
  });
  const { summary, progress } = addSummary(builder);

  const submission = builder.objectRef<OwnAnswer>('Submission').implement({
    description: 'An answer to a form.',
    fields: (t) => ({
      submissionId: t.exposeString('id'),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      schemaVersion: t.exposeInt('schemaVersion'),
      values: t.field({
        type: 'JSON',
        description: 'By the keys of the form as it is now.',
        resolve: ({ values }) => values,
      }),
      flags: t.field({
        type: ['String'],
        description: 'Why it is set apart: honeypot, too_fast, bad_token, no_token, by_owner.',
        resolve: ({ flags }) => [...flags],
      }),
    }),
  });

  builder.prismaObjectFields(project, (t) => ({
    submissions: t.connection(
      {
        type: submission,
        nullable: true,
        description: 'The answers, newest first where no order is given; null for a kind that collects none.',
        args: {
          state: t.arg({ type: state, required: false, defaultValue: 'accepted' }),
          where: t.arg({ type: 'JSON', required: false, description: 'As in POST /api/data/{id}.' }),
          orderBy: t.arg({ type: 'JSON', required: false, description: 'As in POST /api/data/{id}.' }),
        },
        resolve: async ({ id }, { state: asked, ...args }, { services }) => {
          const { owner } = services.submissions;
          const form: FormRow = await services.db.prisma.project.findUniqueOrThrow({
            where: { id },
            select: FORM,
          });
          const page = await owner.page(form, { ...args, state: asked ?? 'accepted' });
          if (page === null) return null;
          const edges = page.edges().map(({ cursor, node }) => ({ cursor, node: owner.read(form, node) }));
          return { edges, pageInfo: page.pageInfo(), count: page.totalCount };
        },
      },
      { fields: (fields) => ({ totalCount: fields.int({ resolve: ({ count }) => count() }) }) },
    ),
    submissionCount: t.int({
      nullable: true,
      description: 'How many answers there are; null for a kind that collects none.',
      args: { state: t.arg({ type: state, required: false, defaultValue: 'accepted' }) },
      select: { id: true, kind: true },
      resolve: (form, { state: asked }, { services }) =>
        services.submissions.owner.count(form, asked ?? 'accepted'),
    }),
    formProgress: t.field({
      type: progress,
      nullable: true,
      description: 'How far visitors got; null for a kind that collects none.',
      select: FORM,
      resolve: (form, _args, { services }) => services.submissions.owner.progress(form),
    }),
    submissionSummary: t.field({
      type: summary,
      nullable: true,
      description: 'Counts for charts, worked out by the database; null for a kind that collects none.',
      args: {
        state: t.arg({ type: state, required: false, defaultValue: 'accepted' }),
        where: t.arg({ type: 'JSON', required: false, description: 'As in POST /api/data/{id}.' }),
      },
      select: FORM,
      resolve: (form, { state: asked, where }, { services }) =>
        services.submissions.owner.summary(form, { where, state: asked ?? 'accepted' }),
    }),
  }));

  const removeInput = builder.inputType('DeleteSubmissionsInput', {
    fields: (t) => ({ projectId: t.string(), ids: t.stringList() }),
  });
  const moveInput = builder.inputType('MoveSubmissionsInput', {
    fields: (t) => ({ projectId: t.string(), ids: t.stringList(), to: t.field({ type: state }) }),
  });
  const removed = builder
    .objectRef<{ readonly deleted: number }>('DeleteSubmissionsPayload')
    .implement({ fields: (t) => ({ deleted: t.exposeInt('deleted') }) });
  const moved = builder
    .objectRef<{ readonly moved: number }>('MoveSubmissionsPayload')
    .implement({ fields: (t) => ({ moved: t.exposeInt('moved') }) });
  builder.mutationFields((t) => ({
    deleteSubmissions: t.field({
      type: removed,
      description: 'Takes answers away for good.',
      args: { input: t.arg({ type: removeInput }) },
      resolve: async (_root, { input: { projectId, ids } }, { services, user }) => ({
        deleted: await services.submissions.owner.remove(requireSession(user), projectId, ids),
      }),
    }),
    moveSubmissions: t.field({
      type: moved,
      description: 'Puts answers among the accepted or the flagged ones.',
      args: { input: t.arg({ type: moveInput }) },
      resolve: async (_root, { input: { projectId, ids, to } }, { services, user }) => ({
        moved: await services.submissions.owner.move(requireSession(user), projectId, to, ids),
      }),
    }),
  }));
}
