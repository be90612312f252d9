import type { Database } from '../db/database.ts';
import type { EmailToken, Prisma } from '../db/generated/client.ts';
import { newSecret } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { hashToken } from './hash-token.ts';

/** What following the link of a mail is good for, and for how long. */
const LIFETIMES = { verify: LIMITS.verificationMs, reset: LIMITS.passwordResetMs } as const;

type Purpose = keyof typeof LIFETIMES;

/** Makes the secret of a mail's link; only its hash is kept. */
export async function issueMailToken(
  { prisma }: Database,
  purpose: Purpose,
  userId: string,
  registration: { readonly passwordHash: string | null; readonly name: string } | null = null,
): Promise<string> {
  const token = newSecret();
  const expiresAt = new Date(Date.now() + LIFETIMES[purpose]);
  await prisma.emailToken.create({
    data: { hash: hashToken(token), userId, purpose, expiresAt, ...registration },
  });
  return token;
}

/** Whether a token could still be taken: before costly work is done for it. */
export async function isGoodMailToken(
  { prisma }: Database,
  purpose: Purpose,
  token: string,
): Promise<boolean> {
  return (await prisma.emailToken.count({ where: goodWhere(purpose, token) })) > 0;
}

/**
 * Takes a token, and with it all others of this purpose that its person has. Of several takers at once one succeeds.
 * @returns null when it was taken before, is too old, or is none of ours
 */
export async function takeMailToken(
  tx: Prisma.TransactionClient,
  purpose: Purpose,
  token: string,
): Promise<EmailToken | null> {
  const usedAt = new Date();
  const { count } = await tx.emailToken.updateMany({ where: goodWhere(purpose, token), data: { usedAt } });
  if (count === 0) return null;
  const taken = await tx.emailToken.findUniqueOrThrow({ where: { hash: hashToken(token) } });
  await tx.emailToken.updateMany({
    where: { userId: taken.userId, purpose, usedAt: null },
    data: { usedAt },
  });
  return taken;
}

function goodWhere(purpose: Purpose, token: string) {
  return { hash: hashToken(token), purpose, usedAt: null, expiresAt: { gt: new Date() } };
}
