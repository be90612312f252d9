import type { User } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import type { ClientInfo } from '../http/client-info.ts';
import type { AccountsDeps } from './deps.ts';
import { parseAccountInput } from './input.ts';
import { isOutdatedHash, withHasher, type PasswordHasher } from './password.ts';
import type { SignedIn } from './public-user.ts';
import type { SecurityFacts } from './security-log.ts';
import type { SessionUser } from './session-user.ts';

export interface SignIn {
  /** @throws unauthenticated when wrong; unverified only when the password was right (spec 5); rate_limited */
  login(input: unknown, client: ClientInfo): Promise<SignedIn>;
  /**
   * Proves anew, by the password, who this is; it counts for ten minutes.
   * @throws invalid_request when the password is wrong or there is none; rate_limited
   */
  confirmPassword(user: SessionUser, input: unknown, client: ClientInfo): Promise<void>;
}

/** Signing in by password. */
export function createSignIn({ db, sessions, rates, delays, security }: AccountsDeps): SignIn {
  const { prisma } = db;
  return {
    async login(input, client) {
      const given = parseAccountInput('login', input);
      return security.around('sign_in', client, (facts) => signIn(given, client, facts), {
        method: 'password',
      });
    },

    async confirmPassword(user, input, client) {
      const { password } = parseAccountInput('password', input);
      const prove = async (): Promise<void> => {
        await withHasher((hasher) => checkPassword({ db, delays, hasher }, user, password));
        await sessions.confirm(user);
      };
      await security.around('confirmation', client, prove, { userId: user.id, method: 'password' });
    },
  };

  async function signIn(
    { email, password }: { readonly email: string; readonly password: string },
    client: ClientInfo,
    facts: SecurityFacts,
  ): Promise<SignedIn> {
    const user = await withHasher(async (hasher) => {
      await rates.from(client, 'signIn');
      await delays.attempt(email);
      const found = await prisma.user.findUnique({ where: { email } });
      facts.userId = found?.id ?? null;
      const right = await hasher.verify(password, found?.passwordHash ?? null);
      if (!found || !right || found.deletedAt) {
        throw new ApiError('unauthenticated', 'The e-mail address or the password is wrong.');
      }
      return found.verifiedAt ? renewHash(hasher, found, password) : found;
    });
    await delays.forget(email);
    if (!user.verifiedAt) {
      throw new ApiError(
        'unverified',
        'Confirm your e-mail address first: follow the link that we mailed you.',
      );
    }
    return sessions.begin(user, client);
  }

  /** Hashes made with fewer iterations than today's are replaced when the password is at hand. */
  async function renewHash(hasher: PasswordHasher, user: User, password: string): Promise<User> {
    const { id, passwordHash } = user;
    if (passwordHash === null || !isOutdatedHash(passwordHash)) return user;
    const renewed = await hasher.hash(password);
    await prisma.user.updateMany({ where: { id, passwordHash }, data: { passwordHash: renewed } });
    return { ...user, passwordHash: renewed };
  }
}

/**
 * Whether this is the password of who is signed in. Not `unauthenticated` when it is wrong: the session is as good as before.
 * @returns the hash that it was compared with
 * @throws invalid_request, rate_limited
 */
export async function checkPassword(
  { db, delays, hasher }: Pick<AccountsDeps, 'db' | 'delays'> & { readonly hasher: PasswordHasher },
  { id, email }: SessionUser,
  password: string,
): Promise<string> {
  const { passwordHash } = await db.prisma.user.findUniqueOrThrow({ where: { id } });
  if (passwordHash === null) throw new ApiError('invalid_request', 'This account has no password.');
  await delays.attempt(email);
  if (!(await hasher.verify(password, passwordHash))) {
    throw new ApiError('invalid_request', 'The password is wrong.', { details: { reason: 'password' } });
  }
  await delays.forget(email);
  return passwordHash;
}
