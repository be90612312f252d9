import type { Builder } from '../../graphql/builder.ts';
import { maxPageSize } from '../../graphql/page-size.ts';
import { requireSession } from '../../http/session.ts';
import type { ProjectRef } from '../../projects/graphql.ts';

/** The GraphQL face of webhooks: all of it is the owner's. */
export function addWebhooks(builder: Builder, project: ProjectRef): void {
  const delivery = builder.prismaObject('WebhookDelivery', {
    description: 'A message about an answer, and how its last attempt ended.',
    select: { id: true },
    fields: (t) => ({
      deliveryId: t.exposeString('id'),
      submissionId: t.exposeString('answerId', { nullable: true, description: 'Null for a trial.' }),
      status: t.exposeString('status', { description: 'waiting, delivered or failed.' }),
      attempts: t.exposeInt('attempts'),
      nextAt: t.expose('nextAt', { type: 'DateTime', nullable: true }),
      attemptedAt: t.expose('attemptedAt', { type: 'DateTime', nullable: true }),
      answer: t.exposeInt('answer', { nullable: true, description: "The receiver's HTTP status." }),
      problem: t.exposeString('problem', { nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
    }),
  });
  builder.prismaObjectFields(project, (t) => ({
    webhookDeliveries: t.relatedConnection('deliveries', {
      type: delivery,
      cursor: 'id',
      maxSize: maxPageSize,
      totalCount: true,
      description: 'What was sent to the webhook in the last 30 days, newest first.',
      query: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] },
    }),
  }));

  const payload = builder.objectRef<{ readonly id: string }>('WebhookDeliveryPayload').implement({
    fields: (t) => ({
      delivery: t.prismaField({
        type: delivery,
        resolve: (query, { id }, _args, { services }) =>
          services.db.prisma.webhookDelivery.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });
  const secret = builder
    .objectRef<{ readonly secret: string }>('WebhookSecretPayload')
    .implement({ fields: (t) => ({ secret: t.exposeString('secret') }) });
  const secretInput = builder.inputType('NewWebhookSecretInput', {
    fields: (t) => ({ projectId: t.string() }),
  });
  const trialInput = builder.inputType('SendWebhookTrialInput', {
    fields: (t) => ({ projectId: t.string() }),
  });
  const again = builder.inputType('SendWebhookAgainInput', {
    fields: (t) => ({ projectId: t.string(), deliveryId: t.string() }),
  });
  builder.mutationFields((t) => ({
    newWebhookSecret: t.field({
      type: secret,
      description: 'A new key for signatures, shown this once; the one before holds no longer.',
      args: { input: t.arg({ type: secretInput }) },
      resolve: async (_root, { input }, { services, user }) => ({
        secret: await services.webhooks.newSecret(requireSession(user), input.projectId),
      }),
    }),
    sendWebhookTrial: t.field({
      type: payload,
      description: 'Sends a message that is about no answer.',
      args: { input: t.arg({ type: trialInput }) },
      resolve: (_root, { input }, { services, user }) =>
        services.webhooks.sendTrial(requireSession(user), input.projectId),
    }),
    sendWebhookAgain: t.field({
      type: payload,
      description: 'Sends one of the log again, now and with all its attempts.',
      args: { input: t.arg({ type: again }) },
      resolve: (_root, { input }, { services, user }) =>
        services.webhooks.sendAgain(requireSession(user), input.projectId, input.deliveryId),
    }),
  }));
}
