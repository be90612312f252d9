import type { Context } from 'hono';
import type { SessionUser } from '../accounts/session-user.ts';
import { ApiError } from '../errors.ts';
import type { AppEnv } from './env.ts';

/**
 * The signed-in person of a request.
 * @throws ApiError unauthenticated (401) without a session (spec 5)
 */
export function requireUser(c: Context<AppEnv>): SessionUser {
  return requireSession(c.get('user'));
}

/** The same for callers that hold the user already, such as GraphQL resolvers. */
export function requireSession(user: SessionUser | null): SessionUser {
  if (!user) throw new ApiError('unauthenticated', 'Sign in to do this.');
  return user;
}
