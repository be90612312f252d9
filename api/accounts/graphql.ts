import type { Builder } from '../graphql/builder.ts';
import { requireSession } from '../http/session.ts';
import { addAccountPage } from './graphql-account.ts';
import { addDone } from './graphql-done.ts';
import type { SignedIn } from './public-user.ts';

/** The GraphQL face of accounts: `viewer` and the sign-in mutations. Returns the type that other domains extend. */
export function addAccounts(builder: Builder) {
  const viewer = builder.prismaNode('User', {
    name: 'Viewer',
    description: 'The signed-in person.',
    id: { field: 'id' },
    nullable: true,
    // A private node is looked up together with its owner: nobody else's id finds anything.
    findUnique: (id, { user }) => ({ id, AND: [{ id: user?.id ?? '' }] }),
    fields: (t) => ({
      userId: t.exposeString('id'),
      email: t.exposeString('email'),
      name: t.exposeString('name'),
      picture: t.exposeString('picture', { nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
    }),
  });

  builder.queryField('viewer', (t) =>
    t.prismaField({
      type: viewer,
      nullable: true,
      description: 'Null without a session.',
      resolve: (query, _root, _args, { user, services }) =>
        user ? services.db.prisma.user.findUnique({ ...query, where: { id: user.id } }) : null,
    }),
  );

  builder.relayMutationField(
    'register',
    {
      inputFields: (t) => ({ email: t.string(), password: t.string(), name: t.string({ required: false }) }),
    },
    {
      description: 'Answers the same whether or not the address is taken; a mail says which.',
      resolve: async (_root, { input }, { services, client }) => {
        await services.accounts.register(input, client);
        return { ok: true };
      },
    },
    { outputFields: (t) => ({ ok: t.exposeBoolean('ok') }) },
  );

  builder.relayMutationField(
    'resendVerification',
    { inputFields: (t) => ({ email: t.string() }) },
    {
      resolve: async (_root, { input }, { services, client }) => {
        await services.accounts.resendVerification(input, client);
        return { ok: true };
      },
    },
    { outputFields: (t) => ({ ok: t.exposeBoolean('ok') }) },
  );

  const signedIn = builder.objectRef<SignedIn>('SignedIn').implement({
    description: 'A session that has just begun.',
    fields: (t) => ({
      token: t.exposeString('token', { description: 'Send it as `Authorization: Bearer`.' }),
      viewer: t.prismaField({
        type: viewer,
        resolve: (query, { user }, _args, { services }) =>
          services.db.prisma.user.findUniqueOrThrow({ ...query, where: { id: user.id } }),
      }),
    }),
  });
  const verifyInput = builder.inputType('VerifyEmailInput', { fields: (t) => ({ token: t.string() }) });
  const emailInput = builder.inputType('ForgotPasswordInput', { fields: (t) => ({ email: t.string() }) });
  const resetInput = builder.inputType('ResetPasswordInput', {
    fields: (t) => ({ resetToken: t.string(), password: t.string() }),
  });
  const done = addDone(builder);
  const loginInput = builder.inputType('LoginInput', {
    fields: (t) => ({ email: t.string(), password: t.string() }),
  });
  builder.mutationFields((t) => ({
    verifyEmail: t.field({
      type: signedIn,
      args: { input: t.arg({ type: verifyInput }) },
      resolve: (_root, { input }, { services, client }) => services.accounts.verify(input, client),
    }),
    login: t.field({
      type: signedIn,
      args: { input: t.arg({ type: loginInput }) },
      resolve: (_root, { input }, { services, client }) => services.accounts.login(input, client),
    }),
    refreshSession: t.string({
      description: 'A new token for the same session, good for a week from now.',
      resolve: (_root, _args, { services, user }) => services.accounts.sessions.refresh(requireSession(user)),
    }),
    forgotPassword: t.field({
      type: done,
      description: 'Answers the same whether or not there is an account; a mail goes out when there is.',
      args: { input: t.arg({ type: emailInput }) },
      resolve: async (_root, { input }, { services, client }) => {
        await services.accounts.forgotPassword(input, client);
        return { ok: true };
      },
    }),
    resetPassword: t.field({
      type: done,
      description: 'Sets the password by the token of a mail and ends every session.',
      args: { input: t.arg({ type: resetInput }) },
      resolve: async (_root, { input: { resetToken, password } }, { services, client }) => {
        await services.accounts.resetPassword({ reset_token: resetToken, password }, client);
        return { ok: true };
      },
    }),
  }));

  builder.relayMutationField(
    'logout',
    null,
    {
      description: 'Ends the session at once.',
      resolve: async (_root, _args, { services, user, client }) => {
        await services.accounts.sessions.logout(requireSession(user), client);
        return { ok: true };
      },
    },
    { outputFields: (t) => ({ ok: t.exposeBoolean('ok') }) },
  );
  addAccountPage(builder, viewer, done);
  return viewer;
}

export type ViewerRef = ReturnType<typeof addAccounts>;
