import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './env.ts';

/** API answers are data: never a document, never framed, never sniffed. */
export const setApiHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.header('x-content-type-options', 'nosniff');
  c.header('referrer-policy', 'no-referrer');
  c.header('cross-origin-resource-policy', 'same-origin');
  c.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
};
