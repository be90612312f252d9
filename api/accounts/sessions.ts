import type { Database } from '../db/database.ts';
import type { Prisma, Session, User } from '../db/generated/client.ts';
import { ApiError } from '../errors.ts';
import type { ClientInfo } from '../http/client-info.ts';
import { newId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { toPublicUser, type SignedIn } from './public-user.ts';
import { sessionEnded } from './session-ended.ts';
import type { SessionUser } from './session-user.ts';
import type { SessionTokens } from './tokens.ts';

/** A session is marked as seen no more often than this. */
const SEEN_EVERY_MS = 5 * 60_000;
/** Ended sessions stay so long, for who looks into what happened. */
const KEPT_MS = 30 * 24 * 3_600_000;

export interface Sessions {
  /** @throws unauthenticated when the account was deleted, or its password replaced, since `user` was read */
  begin(user: User, client: ClientInfo): Promise<SignedIn>;
  /** A new token for the same session. @throws unauthenticated when it has ended */
  refresh(user: SessionUser): Promise<string>;
  /** Ends the session at once, in every process. */
  logout(user: SessionUser): Promise<void>;
  /** The person behind a token. @throws unauthenticated for a bad, expired or ended one */
  authenticate(token: string): Promise<SessionUser>;
  /** The live sessions of a person, last used first. */
  list(user: SessionUser): Promise<readonly Session[]>;
  /** Ends one of the person's own sessions. Returns how many: none when it is absent already. */
  end(user: SessionUser, sessionId: string): Promise<number>;
  /** Ends all sessions of the person but this one. Returns how many. */
  endOthers(user: SessionUser): Promise<number>;
  /** The person has just proved who they are. */
  confirm(user: SessionUser): Promise<void>;
  /** Until when that counts; null when it has to be proved anew. */
  confirmedUntil(user: SessionUser): Promise<Date | null>;
  /** @throws forbidden with `details.reason` "confirm" when the person has to prove anew who they are */
  requireConfirmed(user: SessionUser): Promise<void>;
  tidy(): Promise<void>;
}

/**
 * Ends every session of a person, within a transaction of the caller, which has changed the person's row before: a
 * session that begins meanwhile is then either ended here too or refused.
 */
export async function endAllSessions(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.session.updateMany({ where: { userId, endedAt: null }, data: { endedAt: new Date() } });
}

/** Sessions: a row each, looked at on every request; a token names its row and nothing else (design 8). */
export function createSessions({ prisma }: Database, tokens: SessionTokens): Sessions {
  const live = (userId: string) => ({ userId, endedAt: null, expiresAt: { gt: new Date() } });

  async function confirmedUntil({ sessionId }: SessionUser): Promise<Date | null> {
    const session = await prisma.session.findUnique({ where: { id: sessionId } });
    const until = (session?.confirmedAt.getTime() ?? 0) + LIMITS.confirmedForMs;
    return until > Date.now() ? new Date(until) : null;
  }

  async function seen({ id, lastSeenAt }: Session): Promise<void> {
    const now = new Date();
    if (now.getTime() - lastSeenAt.getTime() < SEEN_EVERY_MS) return;
    await prisma.session.updateMany({ where: { id, lastSeenAt }, data: { lastSeenAt: now } });
  }

  return {
    confirmedUntil,

    async begin(user, client) {
      const session = await prisma.$transaction(async (tx) => {
        await requireUnchanged(tx, user);
        return tx.session.create({
          data: {
            id: newId(),
            userId: user.id,
            expiresAt: expiryOf(new Date()),
            userAgent: client.userAgent.slice(0, 300),
          },
        });
      });
      const token = await tokens.sign({ sub: user.id, sid: session.id }, session.expiresAt);
      return { token, user: toPublicUser(user) };
    },

    async refresh(user) {
      const session = await prisma.session.findUnique({ where: { id: user.sessionId } });
      if (!session) throw sessionEnded();
      const expiresAt = expiryOf(session.createdAt);
      const { count } = await prisma.session.updateMany({
        where: { id: user.sessionId, endedAt: null },
        data: { expiresAt },
      });
      if (count === 0) throw sessionEnded();
      return tokens.sign({ sub: user.id, sid: user.sessionId }, expiresAt);
    },

    async logout({ id, sessionId }) {
      await prisma.session.updateMany({
        where: { ...live(id), id: sessionId },
        data: { endedAt: new Date() },
      });
    },

    async authenticate(token) {
      const { sub, sid } = await tokens.verify(token);
      const session = await prisma.session.findUnique({ where: { id: sid }, include: { user: true } });
      if (!session || session.userId !== sub || session.endedAt || session.expiresAt <= new Date()) {
        throw sessionEnded();
      }
      await seen(session);
      return { ...toPublicUser(session.user), sessionId: sid };
    },

    list: ({ id }) => prisma.session.findMany({ where: live(id), orderBy: { lastSeenAt: 'desc' } }),

    async end({ id }, sessionId) {
      const { count } = await prisma.session.updateMany({
        where: { ...live(id), id: sessionId },
        data: { endedAt: new Date() },
      });
      return count;
    },

    async endOthers({ id, sessionId }) {
      const { count } = await prisma.session.updateMany({
        where: { ...live(id), NOT: { id: sessionId } },
        data: { endedAt: new Date() },
      });
      return count;
    },

    async confirm({ sessionId }) {
      await prisma.session.updateMany({ where: { id: sessionId }, data: { confirmedAt: new Date() } });
    },

    async requireConfirmed(user) {
      if ((await confirmedUntil(user)) === null) {
        throw new ApiError('forbidden', 'Confirm first that it is you.', { details: { reason: 'confirm' } });
      }
    },

    async tidy() {
      const before = new Date(Date.now() - KEPT_MS);
      await prisma.session.deleteMany({ where: { expiresAt: { lt: before } } });
    },
  };
}

/** Keeps the row as it was read until the transaction is over; a sign-in with what is no longer true fails. */
async function requireUnchanged(tx: Prisma.TransactionClient, { id, passwordHash }: User): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "User" WHERE "id" = ${id} AND "deletedAt" IS NULL
      AND "passwordHash" IS NOT DISTINCT FROM ${passwordHash} FOR SHARE`;
  if (rows.length === 0) {
    throw new ApiError('unauthenticated', 'Your account was changed at the same moment. Sign in again.');
  }
}

/** A session lives on while it is used, and never longer than 30 days (ASVS 7.3). */
function expiryOf(begun: Date): Date {
  return new Date(Math.min(Date.now() + LIMITS.sessionIdleMs, begun.getTime() + LIMITS.sessionLongestMs));
}
