import { Hono, type Context } from 'hono';
import { ok } from '../../http/envelope.ts';
import type { AppEnv } from '../../http/env.ts';
import { readLimit } from '../../http/page-limit.ts';
import { route } from '../../http/route.ts';
import { requireUser } from '../../http/session.ts';
import { LIMITS } from '../../limits.ts';
import type { Webhooks } from './deliveries.ts';

/** The REST face of webhooks, mounted at `/api/projects`. */
export function webhookRoutes(webhooks: Webhooks): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const idOf = (c: Context<AppEnv>): string => c.req.param('id') ?? '';

  route(app, '/:id/webhook/secret', {
    POST: async (c) => ok({ secret: await webhooks.newSecret(requireUser(c), idOf(c)) }),
  });
  route(app, '/:id/webhook/trial', {
    POST: async (c) => ok({ delivery: await webhooks.sendTrial(requireUser(c), idOf(c)) }),
  });
  route(app, '/:id/webhook/deliveries', {
    GET: async (c) => {
      const user = requireUser(c);
      const limit = readLimit(c.req.query('limit'), LIMITS.restPage, LIMITS.restPage);
      const cursor = c.req.query('cursor') ?? null;
      const { deliveries, nextCursor } = await webhooks.log(user, idOf(c), { limit, cursor });
      return ok({ deliveries, ...(nextCursor === null ? {} : { nextCursor }) });
    },
  });
  route(app, '/:id/webhook/deliveries/:delivery/send', {
    POST: async (c) => {
      const user = requireUser(c);
      return ok({ delivery: await webhooks.sendAgain(user, idOf(c), c.req.param('delivery') ?? '') });
    },
  });
  return app;
}
