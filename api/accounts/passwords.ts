import { ApiError } from '../errors.ts';
import type { ClientInfo } from '../http/client-info.ts';
import type { AccountsDeps } from './deps.ts';
import { evenly } from './evenly.ts';
import { parseAccountInput, refuseCommonPassword } from './input.ts';
import { isGoodMailToken, issueMailToken, takeMailToken } from './mail-tokens.ts';
import { withHasher } from './password.ts';
import { endAllSessions } from './sessions.ts';
import type { SessionUser } from './session-user.ts';
import { checkPassword } from './sign-in.ts';

export interface Passwords {
  /** Always succeeds for a well-formed address; a mail with a link goes out when there is an account (design 8). */
  forgotPassword(input: unknown, client: ClientInfo): Promise<void>;
  /** Sets a new password by a mailed token and ends every session. @throws invalid_request for a bad token */
  resetPassword(input: unknown, client: ClientInfo): Promise<void>;
  /**
   * Replaces the password and ends every other session.
   * @throws invalid_request when the current one is wrong; conflict when it was replaced at the same moment
   */
  changePassword(user: SessionUser, input: unknown, client: ClientInfo): Promise<void>;
}

/** New passwords for old. */
export function createPasswords({ db, mailer, mails, rates, delays, security }: AccountsDeps): Passwords {
  const { prisma } = db;
  const badLink = (): ApiError =>
    new ApiError('invalid_request', 'This link was used already or is too old. Ask for a new one.');

  return {
    async forgotPassword(input, client) {
      const { email } = parseAccountInput('email', input);
      await security.around('password_reset_asked', client, async (facts) => {
        await rates.from(client, 'mail');
        await rates.mailTo(email);
        await evenly(async () => {
          const user = await prisma.user.findUnique({ where: { email } });
          if (!user || user.deletedAt) return;
          facts.userId = user.id;
          await mailer.send(mails.passwordReset(email, await issueMailToken(db, 'reset', user.id)));
        });
      });
    },

    async resetPassword(input, client) {
      const { reset_token: token, password } = parseAccountInput('reset', input);
      refuseCommonPassword(password, '');
      await security.around(
        'password_reset',
        client,
        async (facts) => {
          const passwordHash = await withHasher(async ({ hash }) => {
            // Hashing is for who has a good link only.
            if (!(await isGoodMailToken(db, 'reset', token))) throw badLink();
            return hash(password);
          });
          const user = await prisma.$transaction(async (tx) => {
            const taken = await takeMailToken(tx, 'reset', token);
            if (!taken) return null;
            const { verifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: taken.userId } });
            const changed = await tx.user.update({
              where: { id: taken.userId },
              // Who follows a mail reads the address: that is all that verification asks for.
              data: { passwordHash, verifiedAt: verifiedAt ?? new Date() },
            });
            await endAllSessions(tx, taken.userId);
            return changed;
          });
          if (!user) throw badLink();
          facts.userId = user.id;
          await delays.forget(user.email);
          await mailer.send(mails.passwordChanged(user.email));
        },
        { method: 'mail' },
      );
    },

    async changePassword(user, input, client) {
      const { currentPassword, newPassword } = parseAccountInput('passwordChange', input);
      refuseCommonPassword(newPassword, user.email);
      await security.around(
        'password_changed',
        client,
        async () => {
          const { before, after } = await withHasher(async (hasher) => ({
            before: await checkPassword({ db, delays, hasher }, user, currentPassword),
            after: await hasher.hash(newPassword),
          }));
          await prisma.$transaction(async (tx) => {
            // The password that was checked has to be the one still: of several changes at once one succeeds, and none
            // undoes a reset.
            const { count } = await tx.user.updateMany({
              where: { id: user.id, passwordHash: before },
              data: { passwordHash: after },
            });
            if (count === 0) {
              throw new ApiError(
                'conflict',
                'Your password was changed somewhere else at the same moment. Sign in with that one.',
              );
            }
            await tx.session.updateMany({
              where: { userId: user.id, endedAt: null, NOT: { id: user.sessionId } },
              data: { endedAt: new Date() },
            });
            await tx.emailToken.deleteMany({ where: { userId: user.id, purpose: 'reset', usedAt: null } });
          });
          await mailer.send(mails.passwordChanged(user.email));
        },
        { userId: user.id },
      );
    },
  };
}
