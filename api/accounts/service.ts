import type { Logger } from 'pino';
import type { DataPlane } from '../data/contract.ts';
import type { Database } from '../db/database.ts';
import type { Drafts } from '../drafts/service.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { Market } from '../market/service.ts';
import type { Projects } from '../projects/service.ts';
import type { Submissions } from '../submissions/service.ts';
import type { AccountsDeps } from './deps.ts';
import { createAccountExport, type AccountExport } from './export.ts';
import { createLeaving, type Leaving } from './leaving.ts';
import { withSecurityLog, type LoggedSessions } from './logged-sessions.ts';
import type { Mailer } from './mailer.ts';
import type { AccountMails } from './mails.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createProfile, type Profile } from './profile.ts';
import type { OidcConfig } from './provider/oidc-config.ts';
import { createProviderSignIn, type ProviderSignIn } from './provider/service.ts';
import { createAccountRates } from './rates.ts';
import { createRegistration, type Registration } from './registration.ts';
import { createSecurityLog } from './security-log.ts';
import { createSessions } from './sessions.ts';
import { createSignInDelays } from './sign-in-delays.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import type { SessionTokens } from './tokens.ts';

/** Accounts that nobody confirmed are kept so long. */
const UNVERIFIED_MS = 30 * 24 * 3_600_000;

/** Everything about people and who they are (design 8). Each part is a file; the faces see one service. */
export interface Accounts extends Registration, SignIn, Passwords, Profile, AccountExport, Leaving {
  readonly sessions: LoggedSessions;
  readonly provider: ProviderSignIn;
  /** Removes what is over: links, ways to the provider, delays, rates, old sessions; ends deletions that were cut off. */
  tidy(): Promise<void>;
}

export interface AccountsOptions {
  readonly db: Database;
  readonly data: DataPlane;
  readonly market: Market;
  readonly drafts: Drafts;
  readonly projects: Projects;
  readonly submissions: Submissions;
  readonly tokens: SessionTokens;
  readonly mailer: Mailer;
  readonly mails: AccountMails;
  readonly limiter: RateLimiter;
  readonly oidc: OidcConfig | null;
  readonly baseUrl: string;
  readonly log: Logger;
}

export function createAccounts(options: AccountsOptions): Accounts {
  const { db, data, market, drafts, projects, submissions, mailer, mails, limiter, log } = options;
  const sessions = createSessions(db, options.tokens);
  const delays = createSignInDelays(db);
  const security = createSecurityLog(log);
  const rates = createAccountRates(limiter);
  const deps: AccountsDeps = { db, sessions, mailer, mails, delays, rates, security };
  const provider = createProviderSignIn(deps, options);
  const leaving = createLeaving(deps, { market, drafts, projects, log });
  return {
    sessions: withSecurityLog(sessions, security),
    provider,
    ...createRegistration(deps),
    ...createSignIn(deps),
    ...createPasswords(deps),
    ...createProfile(deps),
    ...createAccountExport({ db, data, submissions }),
    ...leaving,

    async tidy() {
      await leaving.finishLeaving();
      await Promise.all([sessions.tidy(), provider.tidy(), delays.tidy(), limiter.tidy()]);
      await db.prisma.emailToken.deleteMany({ where: { expiresAt: { lt: new Date() } } });
      // Nobody ever followed the mail; the address may not even be of who gave it.
      const before = new Date(Date.now() - UNVERIFIED_MS);
      await db.prisma.user.deleteMany({
        where: { verifiedAt: null, deletedAt: null, createdAt: { lt: before }, apps: { none: {} } },
      });
    },
  };
}
