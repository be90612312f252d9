import type { Builder } from '../graphql/builder.ts';
import { requireSession } from '../http/session.ts';
import type { ViewerRef } from './graphql.ts';
import type { DoneRef } from './graphql-done.ts';

/** What the account page shows and changes: profile, password, sessions, identities, and leaving. */
export function addAccountPage(builder: Builder, viewer: ViewerRef, done: DoneRef): void {
  const session = builder.prismaObject('Session', {
    name: 'SignedInDevice',
    description: 'One of the own sessions that are alive.',
    fields: (t) => ({
      sessionId: t.exposeString('id'),
      userAgent: t.exposeString('userAgent', { description: 'What the browser said of itself.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'To within five minutes.' }),
      isThis: t.boolean({
        description: 'The session that asks.',
        resolve: ({ id }, _args, { user }) => id === user?.sessionId,
      }),
    }),
  });
  const identity = builder.prismaObject('OAuthIdentity', {
    name: 'ConnectedIdentity',
    description: 'Who, at the identity provider, can sign in to this account.',
    fields: (t) => ({
      identityId: t.exposeString('id'),
      issuer: t.exposeString('issuer'),
      email: t.exposeString('email', { nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
    }),
  });

  builder.queryField('signInProvider', (t) =>
    t.string({
      nullable: true,
      description:
        'Name of the identity provider; null when only passwords are. Begin at /api/auth/google/start.',
      resolve: (_root, _args, { services }) => services.accounts.provider.name,
    }),
  );

  builder.prismaObjectFields(viewer, (t) => ({
    hasPassword: t.boolean({
      select: { passwordHash: true },
      resolve: ({ passwordHash }) => passwordHash !== null,
    }),
    confirmedUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Until when what needs a confirmation may be done; null when `confirmPassword` is due first.',
      resolve: (_row, _args, { services, user }) =>
        services.accounts.sessions.confirmedUntil(requireSession(user)),
    }),
    sessions: t.field({
      type: [session],
      description: 'Last used first.',
      resolve: async (_row, _args, { services, user }) => [
        ...(await services.accounts.sessions.list(requireSession(user))),
      ],
    }),
    identities: t.field({
      type: [identity],
      resolve: async (_row, _args, { services, user }) => [
        ...(await services.accounts.identities(requireSession(user))),
      ],
    }),
  }));

  const updated = builder.objectRef<{ readonly id: string }>('UpdateProfilePayload').implement({
    fields: (t) => ({
      viewer: t.prismaField({
        type: viewer,
        resolve: (query, { id }, _args, { services }) =>
          services.db.prisma.user.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });
  const profileInput = builder.inputType('UpdateProfileInput', {
    fields: (t) => ({
      name: t.string({ required: false }),
      picture: t.string({ required: false, description: 'A data: URL of an image; null takes it away.' }),
    }),
  });
  const passwordInput = builder.inputType('ChangePasswordInput', {
    fields: (t) => ({ currentPassword: t.string(), newPassword: t.string() }),
  });
  const confirmInput = builder.inputType('ConfirmPasswordInput', {
    fields: (t) => ({ password: t.string() }),
  });
  const idInput = builder.inputType('AccountItemInput', { fields: (t) => ({ id: t.string() }) });

  builder.mutationFields((t) => ({
    updateProfile: t.field({
      type: updated,
      description: 'What is left out stays as it is.',
      args: { input: t.arg({ type: profileInput }) },
      resolve: (_root, { input }, { services, user }) =>
        services.accounts.updateProfile(requireSession(user), input),
    }),
    changePassword: t.field({
      type: done,
      description: 'Ends every other session.',
      args: { input: t.arg({ type: passwordInput }) },
      resolve: async (_root, { input }, { services, user, client }) => {
        await services.accounts.changePassword(requireSession(user), input, client);
        return DONE;
      },
    }),
    confirmPassword: t.field({
      type: done,
      description: 'Proves anew who this is, for ten minutes.',
      args: { input: t.arg({ type: confirmInput }) },
      resolve: async (_root, { input }, { services, user, client }) => {
        await services.accounts.confirmPassword(requireSession(user), input, client);
        return DONE;
      },
    }),
    endSession: t.field({
      type: done,
      description: 'Ends one of the own sessions at once, in every process.',
      args: { input: t.arg({ type: idInput }) },
      resolve: async (_root, { input }, { services, user, client }) => {
        await services.accounts.sessions.end(requireSession(user), input.id, client);
        return DONE;
      },
    }),
    endOtherSessions: t.int({
      description: 'Ends all own sessions but the one that asks. Answers how many.',
      resolve: (_root, _args, { services, user, client }) =>
        services.accounts.sessions.endOthers(requireSession(user), client),
    }),
    disconnectIdentity: t.field({
      type: done,
      description: 'Needs a confirmation. The only way to sign in cannot be taken away.',
      args: { input: t.arg({ type: idInput }) },
      resolve: async (_root, { input }, { services, user, client }) => {
        await services.accounts.disconnect(requireSession(user), input.id, client);
        return DONE;
      },
    }),
    deleteAccount: t.field({
      type: done,
      description:
        'Needs a confirmation. Apps leave the market and are wiped 30 days later, forks of others stay, everything else goes at once.',
      resolve: async (_root, _args, { services, user, client }) => {
        await services.accounts.deleteAccount(requireSession(user), client);
        return DONE;
      },
    }),
  }));
}

const DONE = { ok: true } as const;
