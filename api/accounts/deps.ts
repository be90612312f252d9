import type { Database } from '../db/database.ts';
import type { Mailer } from './mailer.ts';
import type { AccountMails } from './mails.ts';
import type { AccountRates } from './rates.ts';
import type { SecurityLog } from './security-log.ts';
import type { Sessions } from './sessions.ts';
import type { SignInDelays } from './sign-in-delays.ts';

/** What the parts of the accounts service stand on. */
export interface AccountsDeps {
  readonly db: Database;
  readonly sessions: Sessions;
  readonly mailer: Mailer;
  readonly mails: AccountMails;
  readonly rates: AccountRates;
  readonly delays: SignInDelays;
  readonly security: SecurityLog;
}
