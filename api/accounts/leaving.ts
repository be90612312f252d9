import type { Logger } from 'pino';
import type { User } from '../db/generated/client.ts';
import type { Drafts } from '../drafts/service.ts';
import type { Market } from '../market/service.ts';
import type { Projects } from '../projects/service.ts';
import { ApiError } from '../errors.ts';
import type { ClientInfo } from '../http/client-info.ts';
import type { AccountsDeps } from './deps.ts';
import { toPublicUser } from './public-user.ts';
import { endAllSessions } from './sessions.ts';
import type { SessionUser } from './session-user.ts';

/** Ends in a domain that never exists (RFC 2606), so nothing can be mailed there and nobody can register it. */
const GONE = '@deleted.invalid';

/** What others still see of who is gone: in the list of reports, for example. */
const NOBODY = 'Deleted account';

export interface Leaving {
  /**
   * Deletes the account: sessions end, apps leave the market and projects go (files, rows and answers are wiped 30 days later), drafts with their
   * rows, conversations and identities go at once. Others' forks stay. There is no way back.
   * @throws forbidden until the person proved anew who they are
   */
  deleteAccount(user: SessionUser, client: ClientInfo): Promise<void>;
  /** Goes on with what a crash left half done. Returns how many accounts that were. */
  finishLeaving(): Promise<number>;
}

export function createLeaving(
  { db, sessions, mailer, mails, delays, security }: AccountsDeps,
  { market, drafts, projects, log }: { market: Market; drafts: Drafts; projects: Projects; log: Logger },
): Leaving {
  const { prisma } = db;

  /** Everything after the mark; can be done again. */
  async function leave(user: User): Promise<void> {
    // The services of the other domains know what belongs to an app and to a draft.
    const self: SessionUser = { ...toPublicUser(user), sessionId: '' };
    const apps = await prisma.app.findMany({
      where: { ownerId: user.id, deletedAt: null },
      select: { id: true },
    });
    for (const { id } of apps) await market.remove(self, id);
    await drafts.wipeAll(user.id);
    const made = await prisma.project.findMany({
      where: { ownerId: user.id, deletedAt: null },
      select: { id: true },
    });
    for (const { id } of made) await projects.remove(self, id);
    const where = { userId: user.id };
    await prisma.$transaction([
      prisma.conversation.deleteMany({ where: { ownerId: user.id } }),
      prisma.oAuthIdentity.deleteMany({ where }),
      prisma.emailToken.deleteMany({ where }),
      // Without its row a call that is still under way counts for nobody when it ends.
      prisma.llmCall.deleteMany({ where }),
      prisma.llmUsage.deleteMany({ where }),
      prisma.session.deleteMany({ where }),
      prisma.user.update({
        where: { id: user.id },
        data: {
          email: `${user.id}${GONE}`,
          name: NOBODY,
          picture: null,
          passwordHash: null,
          verifiedAt: null,
        },
      }),
    ]);
    await delays.forget(user.email);
    await mailer.send(mails.accountDeleted(user.email));
  }

  return {
    async deleteAccount(user, client) {
      await security.around(
        'account_deleted',
        client,
        async () => {
          await sessions.requireConfirmed(user);
          const marked = await prisma.$transaction(async (tx) => {
            const { count } = await tx.user.updateMany({
              where: { id: user.id, deletedAt: null },
              data: { deletedAt: new Date() },
            });
            await endAllSessions(tx, user.id);
            return count === 1 ? tx.user.findUniqueOrThrow({ where: { id: user.id } }) : null;
          });
          if (!marked) throw new ApiError('unauthenticated', 'This account is deleted already.');
          await leave(marked);
        },
        { userId: user.id },
      );
    },

    async finishLeaving() {
      const left = await prisma.user.findMany({
        where: { deletedAt: { not: null }, NOT: { email: { endsWith: GONE } } },
      });
      for (const user of left) {
        await leave(user);
        log.info({ user: user.id }, 'finished deleting an account');
      }
      return left.length;
    },
  };
}
