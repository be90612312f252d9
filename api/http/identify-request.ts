import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { newId } from '../ids.ts';
import type { AppEnv } from './env.ts';

/** Gives the request an id and a logger, and writes one line when it is answered: no body, no token, no query. */
export function identifyRequest(log: Logger): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = newId();
    const child = log.child({ requestId });
    c.set('requestId', requestId);
    c.set('log', child);
    c.set('user', null);
    const start = performance.now();
    await next();
    c.header('x-request-id', requestId);
    const ms = Math.round(performance.now() - start);
    const userId = c.get('user')?.id;
    child.info({ method: c.req.method, path: c.req.path, status: c.res.status, ms, userId }, 'request');
  };
}
