import type { MiddlewareHandler } from 'hono';
import type { Sessions } from '../accounts/sessions.ts';
import { ApiError } from '../errors.ts';
import type { AppEnv } from './env.ts';

/**
 * Finds the person behind `Authorization: Bearer` (spec 5); cookies are never read. Without the header the request
 * goes on as nobody's; a bad or ended token is refused on every route, so that a client learns of it.
 */
export function readSession(sessions: Pick<Sessions, 'authenticate'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const header = c.req.header('authorization');
    if (header !== undefined) {
      const [, token] = /^Bearer ([\w.-]+)$/i.exec(header) ?? [];
      if (token === undefined) {
        throw new ApiError('unauthenticated', 'Send the session as "Authorization: Bearer <token>".');
      }
      c.set('user', await sessions.authenticate(token));
    }
    await next();
  };
}
