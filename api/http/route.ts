import type { Handler, Hono } from 'hono';
import { ApiError } from '../errors.ts';
import type { AppEnv } from './env.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Mounts one path with all its methods, so that every other method is answered 405 with `Allow`, and OPTIONS and
 * HEAD answer correctly (design 4).
 */
export function route(
  app: Hono<AppEnv>,
  path: string,
  handlers: Partial<Record<Method, Handler<AppEnv>>>,
): void {
  const methods = Object.keys(handlers);
  const allow = [...methods, ...(handlers.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  for (const [method, handler] of Object.entries(handlers)) app.on(method, path, handler);
  app.on('OPTIONS', path, () => new Response(null, { status: 204, headers: { allow } }));
  app.all(path, (c) => {
    c.header('allow', allow);
    throw new ApiError('method_not_allowed', `This address answers ${allow}.`);
  });
}
