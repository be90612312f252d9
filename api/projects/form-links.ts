import { Hono } from 'hono';
import type { AppEnv } from '../http/env.ts';
import { route } from '../http/route.ts';
import type { Addresses } from '../publish/addresses.ts';

/** `/f/{id}` of the main origin leads to the publish origin, where it is served (design 7). */
export function formLinkRoutes(addresses: Addresses): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  route(app, '/:id', {
    GET: (c) => c.redirect(addresses.project(c.req.param('id') ?? '') + new URL(c.req.url).search, 308),
  });
  return app;
}
