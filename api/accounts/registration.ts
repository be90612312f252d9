import { ApiError } from '../errors.ts';
import type { ClientInfo } from '../http/client-info.ts';
import { newId } from '../ids.ts';
import type { AccountsDeps } from './deps.ts';
import { evenly } from './evenly.ts';
import { parseAccountInput, refuseCommonPassword } from './input.ts';
import { issueMailToken, takeMailToken } from './mail-tokens.ts';
import { withHasher } from './password.ts';
import type { SignedIn } from './public-user.ts';

export interface Registration {
  /** Always succeeds for a well-formed address, taken or not; a mail says which (design 8). */
  register(input: unknown, client: ClientInfo): Promise<void>;
  /** Verifies the address behind a mailed token and begins a session. @throws invalid_request for a bad token */
  verify(input: unknown, client: ClientInfo): Promise<SignedIn>;
  resendVerification(input: unknown, client: ClientInfo): Promise<void>;
}

/** New accounts. Until its mail was followed nobody is signed in to one, so it holds nothing (spec 5, verify first). */
export function createRegistration({
  db,
  mailer,
  mails,
  rates,
  sessions,
  security,
}: AccountsDeps): Registration {
  const { prisma } = db;

  return {
    async register(input, client) {
      const { email, password, name: given } = parseAccountInput('registration', input);
      refuseCommonPassword(password, email);
      await security.around('registration', client, async (facts) => {
        const passwordHash = await withHasher(async ({ hash }) => {
          await rates.from(client, 'registration');
          await rates.mailTo(email);
          return hash(password);
        });
        await evenly(async () => {
          const name = given || nameFrom(email);
          const before = await prisma.user.findUnique({ where: { email } });
          facts.userId = before?.id ?? null;
          if (before?.verifiedAt) return mailer.send(mails.alreadyRegistered(email));
          const { id } = await prisma.user.upsert({
            where: { email },
            create: { id: newId(), email, name, passwordHash },
            update: { passwordHash, name },
          });
          facts.userId = id;
          // Who follows the mail confirms the registration that it came from: another one, of somebody who only knew the
          // address, must not have set the password.
          const token = await issueMailToken(db, 'verify', id, { passwordHash, name });
          return mailer.send(mails.verification(email, token));
        });
      });
    },

    async verify(input, client) {
      const { token } = parseAccountInput('token', input);
      return security.around(
        'email_verified',
        client,
        async (facts) => {
          const user = await prisma.$transaction(async (tx) => {
            const taken = await takeMailToken(tx, 'verify', token);
            if (!taken) return null;
            const found = await tx.user.findUniqueOrThrow({ where: { id: taken.userId } });
            if (found.verifiedAt) return found;
            const { passwordHash, name } = taken;
            return tx.user.update({
              where: { id: found.id },
              data: { verifiedAt: new Date(), passwordHash, ...(name === null ? {} : { name }) },
            });
          });
          if (!user) {
            throw new ApiError(
              'invalid_request',
              'This link was used already or is too old. Ask for a new one.',
            );
          }
          facts.userId = user.id;
          return sessions.begin(user, client);
        },
        { method: 'mail' },
      );
    },

    async resendVerification(input, client) {
      const { email } = parseAccountInput('email', input);
      await rates.from(client, 'mail');
      await rates.mailTo(email);
      await evenly(async () => {
        const user = await prisma.user.findUnique({ where: { email } });
        if (!user || user.verifiedAt) return;
        const { id, passwordHash, name } = user;
        const token = await issueMailToken(db, 'verify', id, { passwordHash, name });
        await mailer.send(mails.verification(email, token));
      });
    },
  };
}

function nameFrom(email: string): string {
  return email.split('@')[0] ?? email;
}
