import type { ClientInfo } from '../http/client-info.ts';
import type { SecurityLog } from './security-log.ts';
import type { Sessions } from './sessions.ts';
import type { SessionUser } from './session-user.ts';

type Ends = 'logout' | 'end' | 'endOthers';

/** Sessions as the faces see them: beginning one is for the ways to sign in, and an end is written down. */
export interface LoggedSessions extends Omit<Sessions, 'begin' | Ends> {
  /** Ends the session at once, in every process. */
  logout(user: SessionUser, client: ClientInfo): Promise<void>;
  /** Ends one of the person's own sessions; absent already is fine. */
  end(user: SessionUser, sessionId: string, client: ClientInfo): Promise<void>;
  /** Ends all sessions of the person but this one. Returns how many. */
  endOthers(user: SessionUser, client: ClientInfo): Promise<number>;
}

export function withSecurityLog(sessions: Sessions, security: SecurityLog): LoggedSessions {
  const { begin: _begin, ...rest } = sessions;
  return {
    ...rest,
    logout: (user, client) =>
      security.around('sign_out', client, () => sessions.logout(user), {
        userId: user.id,
        sessionId: user.sessionId,
      }),
    end: (user, sessionId, client) =>
      security.around(
        'session_ended',
        client,
        async (facts) => {
          facts.count = await sessions.end(user, sessionId);
        },
        { userId: user.id },
      ),
    endOthers: (user, client) =>
      security.around(
        'other_sessions_ended',
        client,
        async (facts) => (facts.count = await sessions.endOthers(user)),
        { userId: user.id, sessionId: user.sessionId },
      ),
  };
}
