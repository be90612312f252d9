import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './env.ts';

/** API answers are data: never a document, never framed, never sniffed. GraphiQL brings its own page's needs. */
export const setApiHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const isPage = c.res.headers.get('content-type')?.startsWith('text/html') ?? false;
  c.header('x-content-type-options', 'nosniff');
  c.header('referrer-policy', 'no-referrer');
  c.header('cross-origin-resource-policy', 'same-origin');
  c.header(
    'content-security-policy',
    isPage ? "frame-ancestors 'none'" : "default-src 'none'; frame-ancestors 'none'; sandbox",
  );
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
};
