import type { ViewerRef } from '../accounts/graphql.ts';
import type { Builder } from '../graphql/builder.ts';
import { maxPageSize } from '../graphql/page-size.ts';
import { requireSession } from '../http/session.ts';

/** The GraphQL face of conversations (spec 4.3): all of it is the viewer's own. */
export function addConversations(builder: Builder, viewer: ViewerRef): void {
  const message = builder.prismaObject('Message', {
    description: 'One message of a chat.',
    fields: (t) => ({
      messageId: t.exposeString('id'),
      role: t.exposeString('role'),
      body: t.field({
        type: 'JSON',
        description: 'The message as it was given.',
        select: { body: true },
        resolve: ({ body }) => body,
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
    }),
  });

  const conversation = builder.prismaNode('Conversation', {
    description: 'A chat.',
    id: { field: 'id' },
    nullable: true,
    findUnique: (id, { user }) => ({ id, ownerId: user?.id ?? '', deletedAt: null }),
    select: { id: true },
    fields: (t) => ({
      conversationId: t.exposeString('id'),
      title: t.exposeString('title', { nullable: true }),
      projectId: t.exposeString('projectId', { nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      messageCount: t.relationCount('messages'),
      messages: t.relation('messages', { type: message, query: { orderBy: { position: 'asc' } } }),
    }),
  });

  builder.prismaObjectFields(viewer, (t) => ({
    conversations: t.relatedConnection('conversations', {
      type: conversation,
      cursor: 'id',
      maxSize: maxPageSize,
      query: { where: { deletedAt: null }, orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }] },
    }),
    conversation: t.prismaField({
      type: conversation,
      nullable: true,
      args: { id: t.arg.string() },
      resolve: (query, { id: ownerId }, { id }, { services }) =>
        services.db.prisma.conversation.findFirst({ ...query, where: { id, ownerId, deletedAt: null } }),
    }),
  }));

  // The services answer with an id; what the query asks for is read in one go with its selection.
  const payload = builder.objectRef<{ readonly id: string }>('ConversationPayload').implement({
    fields: (t) => ({
      conversation: t.prismaField({
        type: conversation,
        resolve: (query, { id }, _args, { services }) =>
          services.db.prisma.conversation.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });
  const createInput = builder.inputType('CreateConversationInput', {
    fields: (t) => ({
      id: t.string({ required: false }),
      title: t.string({ required: false }),
      projectId: t.string({ required: false }),
    }),
  });
  const renameInput = builder.inputType('RenameConversationInput', {
    fields: (t) => ({ id: t.string(), title: t.string() }),
  });
  const appendInput = builder.inputType('AppendMessagesInput', {
    fields: (t) => ({
      conversationId: t.string({ description: 'Created when there is none with this id.' }),
      messages: t.field({ type: ['JSON'], description: 'Each { id?, role, parts } (spec 2.2).' }),
      after: t.string({
        required: false,
        description:
          'Id of what the caller takes for the newest message, null for none: with another one there it is a conflict. Left out, nothing is compared.',
      }),
    }),
  });
  builder.mutationFields((t) => ({
    createConversation: t.field({
      type: payload,
      args: { input: t.arg({ type: createInput }) },
      resolve: async (_root, { input }, { services, user }) =>
        (await services.conversations.create(requireSession(user).id, input)).conversation,
    }),
    renameConversation: t.field({
      type: payload,
      args: { input: t.arg({ type: renameInput }) },
      resolve: (_root, { input }, { services, user }) =>
        services.conversations.rename(requireSession(user).id, input.id, input.title),
    }),
    appendMessages: t.field({
      type: payload,
      description: 'Appends a batch, all or nothing; a message whose id is there already is not added twice.',
      args: { input: t.arg({ type: appendInput }) },
      resolve: (_root, { input }, { services, user }) =>
        services.conversations.append(
          requireSession(user).id,
          input.conversationId,
          input.messages,
          input.after === undefined ? undefined : { messageId: input.after },
        ),
    }),
  }));

  builder.relayMutationField(
    'deleteConversation',
    { inputFields: (t) => ({ id: t.string() }) },
    {
      resolve: async (_root, { input }, { services, user }) => {
        await services.conversations.remove(requireSession(user).id, input.id);
        return { ok: true };
      },
    },
    { outputFields: (t) => ({ ok: t.exposeBoolean('ok') }) },
  );
}
