import { Prisma, type User } from '../../db/generated/client.ts';
import { ApiError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { AccountsDeps } from '../deps.ts';
import type { ProviderClaims } from './oidc.ts';

export interface Identities {
  /**
   * The account behind an identity; a new one when nobody has it yet.
   * @throws forbidden when the provider does not vouch for the address, conflict when it has an account already
   */
  userOf(claims: ProviderClaims): Promise<User>;
  /** Lets an identity sign in to this account. @throws conflict when it is another's */
  connect(userId: string, claims: ProviderClaims): Promise<void>;
  /** Whether this account may be signed in to by this identity. */
  isConnected(userId: string, claims: ProviderClaims): Promise<boolean>;
}

/** Identities at the provider, keyed by issuer and subject; an e-mail address joins nothing (design 8). */
export function createIdentities(
  { db, mailer, mails }: Pick<AccountsDeps, 'db' | 'mailer' | 'mails'>,
  provider: string,
): Identities {
  const { prisma } = db;
  const find = ({ issuer, subject }: ProviderClaims) =>
    prisma.oAuthIdentity.findUnique({
      where: { issuer_subject: { issuer, subject } },
      include: { user: true },
    });

  const taken = (email: string): ApiError =>
    new ApiError(
      'conflict',
      `There is an account with the address ${email} already. Sign in to it with its password, then connect ${provider} on your account page.`,
    );

  /** Null when the identity or the address came to be in the same moment. */
  async function create(claims: ProviderClaims & { readonly email: string }): Promise<User | null> {
    const { issuer, subject, email, name, picture } = claims;
    try {
      return await prisma.$transaction(async (tx) => {
        // Nobody ever signed in to an account whose mail was not followed: it holds nothing, and goes.
        await tx.user.deleteMany({ where: { email, verifiedAt: null, deletedAt: null } });
        if ((await tx.user.count({ where: { email } })) > 0) throw taken(email);
        return tx.user.create({
          data: {
            id: newId(),
            email,
            name: name ?? email.split('@')[0] ?? email,
            picture,
            verifiedAt: new Date(),
            identities: { create: { id: newId(), issuer, subject, email } },
          },
        });
      });
    } catch (error) {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return null;
      throw error;
    }
  }

  return {
    async userOf(claims) {
      const known = await find(claims);
      if (known) return known.user;
      const { email, emailVerified } = claims;
      if (email === null || !emailVerified || email.length > 254) {
        throw new ApiError(
          'forbidden',
          `${provider} has not confirmed your e-mail address. Confirm it there, or make an account with a password.`,
        );
      }
      const made = await create({ ...claims, email });
      if (made) return made;
      // Somebody was faster with the same identity (then it is there now) or with the same address.
      const other = await find(claims);
      if (!other) throw taken(email);
      return other.user;
    },
    async connect(userId, claims) {
      const known = await find(claims);
      if (known?.userId === userId) return;
      if (known) {
        throw new ApiError(
          'conflict',
          `This ${provider} account is connected to another account here already.`,
        );
      }
      const { issuer, subject, email } = claims;
      await prisma.oAuthIdentity.create({ data: { id: newId(), issuer, subject, email, userId } });
      const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
      await mailer.send(mails.identityConnected(user.email, provider, email ?? ''));
    },

    async isConnected(userId, claims) {
      return (await find(claims))?.userId === userId;
    },
  };
}
