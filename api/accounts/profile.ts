import type { OAuthIdentity, User } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import type { ClientInfo } from '../http/client-info.ts';
import type { AccountsDeps } from './deps.ts';
import { parseAccountInput } from './input.ts';
import type { SessionUser } from './session-user.ts';

export interface Profile {
  /** Changes name and picture; what is left out stays, a picture of null goes. @throws invalid_request */
  updateProfile(user: SessionUser, input: unknown): Promise<User>;
  /** The identities that can sign in to this account, first connected first. */
  identities(user: SessionUser): Promise<readonly OAuthIdentity[]>;
  /**
   * Takes an identity off the account; absent already is fine.
   * @throws forbidden until the person proved anew who they are; conflict when it is the only way to sign in
   */
  disconnect(user: SessionUser, identityId: string, client: ClientInfo): Promise<void>;
}

export function createProfile({ db, sessions, security }: AccountsDeps): Profile {
  const { prisma } = db;
  return {
    updateProfile(user, input) {
      const { name, picture } = parseAccountInput('profile', input);
      return prisma.user.update({
        where: { id: user.id },
        data: { ...(name ? { name } : {}), ...(picture === undefined ? {} : { picture }) },
      });
    },

    identities: ({ id }) =>
      prisma.oAuthIdentity.findMany({ where: { userId: id }, orderBy: { createdAt: 'asc' } }),

    async disconnect(user, identityId, client) {
      await security.around(
        'identity_disconnected',
        client,
        async () => {
          await sessions.requireConfirmed(user);
          await prisma.$transaction(async (tx) => {
            // Two at once must not each leave the other one as the last way in.
            await tx.$queryRaw`SELECT "id" FROM "User" WHERE "id" = ${user.id} FOR UPDATE`;
            const { passwordHash } = await tx.user.findUniqueOrThrow({ where: { id: user.id } });
            const others = await tx.oAuthIdentity.count({
              where: { userId: user.id, NOT: { id: identityId } },
            });
            if (passwordHash === null && others === 0) {
              throw new ApiError(
                'conflict',
                'This is the only way to sign in to your account. Set a password first.',
              );
            }
            await tx.oAuthIdentity.deleteMany({ where: { id: identityId, userId: user.id } });
          });
        },
        { userId: user.id },
      );
    },
  };
}
