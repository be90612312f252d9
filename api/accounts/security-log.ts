import type { Logger } from 'pino';
import { toApiError } from '../http/envelope.ts';
import type { ClientInfo } from '../http/client-info.ts';

/** What somebody who looks into an incident asks for (ASVS 16.3). */
export type SecurityEvent =
  | 'registration'
  | 'email_verified'
  | 'sign_in'
  | 'sign_out'
  | 'session_ended'
  | 'other_sessions_ended'
  | 'confirmation'
  | 'password_changed'
  | 'password_reset_asked'
  | 'password_reset'
  | 'identity_connected'
  | 'identity_disconnected'
  | 'account_deleted';

/** What becomes known while the work goes on. Ids and words of ours alone: nothing that was typed, no address, no secret. */
export interface SecurityFacts {
  /** Null where there is no such account, or it is not known yet. */
  userId?: string | null;
  method?: 'password' | 'mail' | 'provider';
  sessionId?: string;
  count?: number;
}

export interface SecurityLog {
  /**
   * Does the work and writes one line about how it went: `event`, `outcome`, `reason` of a failure (a code of ours),
   * whose account, from which address, in which request.
   * @throws whatever the work throws
   */
  around<T>(
    event: SecurityEvent,
    client: ClientInfo,
    work: (facts: SecurityFacts) => Promise<T>,
    facts?: SecurityFacts,
  ): Promise<T>;
}

export function createSecurityLog(log: Logger): SecurityLog {
  return {
    async around(event, client, work, known = {}) {
      const facts: SecurityFacts = { userId: null, ...known };
      const { address, requestId } = client;
      try {
        const done = await work(facts);
        log.info({ event, outcome: 'success', ...facts, address, requestId }, 'security');
        return done;
      } catch (error) {
        const reason = toApiError(error).code;
        log.warn({ event, outcome: 'failure', reason, ...facts, address, requestId }, 'security');
        throw error;
      }
    },
  };
}
