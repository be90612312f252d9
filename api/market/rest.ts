import { Hono } from 'hono';
import { readJsonObject } from '../http/body.ts';
import { ok } from '../http/envelope.ts';
import type { AppEnv } from '../http/env.ts';
import { readLimit } from '../http/page-limit.ts';
import { route } from '../http/route.ts';
import { requireUser } from '../http/session.ts';
import { LIMITS } from '../limits.ts';
import type { Market } from './service.ts';

const DEFAULT_PAGE = 100;

/** The REST face of the market (spec 4.2, design 4), mounted at `/api/market`. */
export function marketRoutes(market: Market): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  route(app, '/', {
    GET: async (c) => {
      const limit = readLimit(c.req.query('limit'), DEFAULT_PAGE, LIMITS.restPage);
      return ok({ ...(await market.list({ q: c.req.query('q'), limit, cursor: c.req.query('cursor') })) });
    },
    POST: async (c) => {
      const user = requireUser(c);
      const result = await market.publish(user, await readJsonObject(c.req.raw, LIMITS.appBodyBytes));
      const entry = await market.get(result.app.id);
      const { changes: plan, diagnostics } = result;
      return ok({ app: entry, plan, diagnostics }, result.created ? 201 : 200);
    },
  });
  route(app, '/:id', {
    GET: async (c) => ok({ app: await market.get(c.req.param('id') ?? '') }),
    DELETE: async (c) => {
      await market.remove(requireUser(c), c.req.param('id') ?? '');
      return ok();
    },
  });
  route(app, '/:id/fork', {
    POST: async (c) => {
      const fork = await market.fork(requireUser(c), c.req.param('id') ?? '');
      return ok({ app: await market.get(fork.id) }, 201);
    },
  });
  return app;
}
