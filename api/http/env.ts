import type { Logger } from 'pino';
import type { SessionUser } from '../accounts/session-user.ts';

/** What the steps before a route put into Hono's context. */
export interface AppEnv {
  Variables: {
    requestId: string;
    log: Logger;
    /** The person behind the Bearer token, null without one. A bad token never gets this far. */
    user: SessionUser | null;
  };
}
