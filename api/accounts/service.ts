import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { User } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import type { ClientInfo } from '../http/client-info.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import { newId, newSecret } from '../ids.ts';
import { parseAccountInput } from './input.ts';
import type { Mailer } from './mailer.ts';
import type { AccountMails } from './mails.ts';
import { hashPassword, verifyPassword } from './password.ts';
import type { SessionUser } from './session-user.ts';
import type { SessionTokens } from './tokens.ts';

const HOUR_MS = 3_600_000;
const SESSION_MS = 7 * 24 * HOUR_MS;
const VERIFICATION_MS = 24 * HOUR_MS;
const VERIFY = 'verify';

const RULES = {
  registerAddress: { name: 'register-address', limit: 100, windowMs: HOUR_MS },
  loginAccount: { name: 'login-account', limit: 20, windowMs: HOUR_MS / 4 },
  loginAddress: { name: 'login-address', limit: 300, windowMs: HOUR_MS / 4 },
  mail: { name: 'mail', limit: 10, windowMs: HOUR_MS },
} as const;

/** A user as the API shows them (design 8). */
export interface PublicUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly picture: string | null;
  readonly createdAt: Date;
}

export interface SignedIn {
  readonly token: string;
  readonly user: PublicUser;
}

export interface Accounts {
  /** Always succeeds for a well-formed address, taken or not; a mail says which (design 8). */
  register(input: unknown, client: ClientInfo): Promise<void>;
  /** Verifies the address behind a mailed token and begins a session. @throws invalid_request for a bad token */
  verify(input: unknown, client: ClientInfo): Promise<SignedIn>;
  resendVerification(input: unknown): Promise<void>;
  /** @throws unauthenticated when wrong; unverified only when the password was right (spec 5) */
  login(input: unknown, client: ClientInfo): Promise<SignedIn>;
  /** A new token for the same session. */
  refresh(user: SessionUser): Promise<string>;
  /** Ends the session at once, in every process. */
  logout(user: SessionUser): Promise<void>;
  /** The person behind a token. @throws unauthenticated for a bad, expired or ended one */
  authenticate(token: string): Promise<SessionUser>;
}

export interface AccountsDeps {
  readonly db: Database;
  readonly tokens: SessionTokens;
  readonly mailer: Mailer;
  readonly mails: AccountMails;
  readonly limiter: RateLimiter;
}

export function createAccounts({ db, tokens, mailer, mails, limiter }: AccountsDeps): Accounts {
  const { prisma } = db;

  async function beginSession(user: User, client: ClientInfo): Promise<SignedIn> {
    const session = await prisma.session.create({
      data: {
        id: newId(),
        userId: user.id,
        expiresAt: new Date(Date.now() + SESSION_MS),
        userAgent: client.userAgent.slice(0, 300),
      },
    });
    const token = await tokens.sign({ sub: user.id, sid: session.id }, session.expiresAt);
    return { token, user: toPublicUser(user) };
  }

  async function mailVerification(user: User): Promise<void> {
    const token = newSecret();
    await prisma.emailToken.create({
      data: {
        hash: hashToken(token),
        userId: user.id,
        purpose: VERIFY,
        expiresAt: new Date(Date.now() + VERIFICATION_MS),
      },
    });
    await mailer.send(mails.verification(user.email, token));
  }

  return {
    async register(input, client) {
      const { email, password, name } = parseAccountInput('registration', input);
      await limiter.use(
        RULES.registerAddress,
        client.address,
        'Too many registrations from here. Try again later.',
      );
      await limiter.use(RULES.mail, email, 'Too many mails to this address. Try again in an hour.');
      const passwordHash = await hashPassword(password);
      const existing = await prisma.user.findUnique({ where: { email } });
      if (existing) {
        await (existing.verifiedAt
          ? mailer.send(mails.alreadyRegistered(email))
          : mailVerification(existing));
        return;
      }
      const user = await prisma.user.upsert({
        where: { email },
        create: { id: newId(), email, name: name || nameFrom(email), passwordHash },
        update: {},
      });
      await mailVerification(user);
    },

    async verify(input, client) {
      const { token } = parseAccountInput('token', input);
      const user = await prisma.$transaction(async (tx) => {
        const where = {
          hash: hashToken(token),
          purpose: VERIFY,
          usedAt: null,
          expiresAt: { gt: new Date() },
        };
        const { count } = await tx.emailToken.updateMany({ where, data: { usedAt: new Date() } });
        if (count === 0) return null;
        const { userId } = await tx.emailToken.findUniqueOrThrow({ where: { hash: where.hash } });
        const found = await tx.user.findUniqueOrThrow({ where: { id: userId } });
        return found.verifiedAt
          ? found
          : tx.user.update({ where: { id: userId }, data: { verifiedAt: new Date() } });
      });
      if (!user) {
        throw new ApiError('invalid_request', 'This link was used already or is too old. Ask for a new one.');
      }
      return beginSession(user, client);
    },

    async resendVerification(input) {
      const { email } = parseAccountInput('email', input);
      await limiter.use(RULES.mail, email, 'Too many mails to this address. Try again in an hour.');
      const user = await prisma.user.findUnique({ where: { email } });
      if (user && !user.verifiedAt) await mailVerification(user);
    },

    async login(input, client) {
      const { email, password } = parseAccountInput('login', input);
      await limiter.use(RULES.loginAddress, client.address, 'Too many attempts from here. Try again later.');
      await limiter.use(RULES.loginAccount, email, 'Too many attempts for this account. Try again later.');
      const user = await prisma.user.findUnique({ where: { email } });
      const right = await verifyPassword(password, user?.passwordHash ?? null);
      if (!user || !right)
        throw new ApiError('unauthenticated', 'The e-mail address or the password is wrong.');
      if (!user.verifiedAt) {
        throw new ApiError(
          'unverified',
          'Confirm your e-mail address first: follow the link that we mailed you.',
        );
      }
      return beginSession(user, client);
    },

    async refresh(user) {
      const expiresAt = new Date(Date.now() + SESSION_MS);
      const { count } = await prisma.session.updateMany({
        where: { id: user.sessionId, endedAt: null },
        data: { expiresAt },
      });
      if (count === 0) throw sessionEnded();
      return tokens.sign({ sub: user.id, sid: user.sessionId }, expiresAt);
    },

    async logout(user) {
      await prisma.session.updateMany({
        where: { id: user.sessionId, endedAt: null },
        data: { endedAt: new Date() },
      });
    },

    async authenticate(token) {
      const { sub, sid } = await tokens.verify(token);
      const session = await prisma.session.findUnique({ where: { id: sid }, include: { user: true } });
      if (!session || session.userId !== sub || session.endedAt || session.expiresAt <= new Date()) {
        throw sessionEnded();
      }
      return { ...toPublicUser(session.user), sessionId: sid };
    },
  };
}

/** The members of a user that may leave the server. */
export function toPublicUser(user: PublicUser): PublicUser {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    picture: user.picture,
    createdAt: user.createdAt,
  };
}

function sessionEnded(): ApiError {
  return new ApiError('unauthenticated', 'Your session has ended. Sign in again.');
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function nameFrom(email: string): string {
  return email.split('@')[0] ?? email;
}
