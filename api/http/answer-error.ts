import type { Context } from 'hono';
import { ApiError } from '../errors.ts';
import { createErrorResult } from '../graphql/errors.ts';
import { failure, toApiError } from './envelope.ts';
import type { AppEnv } from './env.ts';

/** The one place where an error becomes an HTTP answer; what the answer hides goes to the log. */
export function answerError(thrown: Error, c: Context<AppEnv>): Response {
  const error = toApiError(thrown);
  if (!(thrown instanceof ApiError)) c.get('log').error({ err: thrown }, 'unexpected error');
  const answer = c.req.path.endsWith('/graphql') ? createErrorResult(error) : failure(error);
  // Headers set before the error, such as Allow on 405, stay.
  const allow = c.res.headers.get('allow');
  if (allow) answer.headers.set('allow', allow);
  return answer;
}

export function answerNotFound(c: Context<AppEnv>): Response {
  return failure(new ApiError('not_found', `There is nothing at ${c.req.path.slice(0, 200)}.`));
}
