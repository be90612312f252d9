import { Hono, type Context } from 'hono';
import { readJsonObject } from '../http/body.ts';
import { ok } from '../http/envelope.ts';
import type { AppEnv } from '../http/env.ts';
import { readLimit } from '../http/page-limit.ts';
import { route } from '../http/route.ts';
import { requireUser } from '../http/session.ts';
import { LIMITS } from '../limits.ts';
import type { Market } from '../market/service.ts';
import type { ProjectMarket } from './market.ts';
import type { Projects } from './service.ts';

/** The REST face of projects (spec 4.5, design 4), mounted at `/api/projects`. */
export function projectRoutes(
  projects: Projects,
  projectMarket: ProjectMarket,
  market: Pick<Market, 'get'>,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  route(app, '/', {
    GET: async (c) => {
      const user = requireUser(c);
      const limit = readLimit(c.req.query('limit'), LIMITS.restPage, LIMITS.restPage);
      const page = await projects.list(user, { limit, cursor: c.req.query('cursor') ?? null });
      const more = page.nextCursor === null ? {} : { nextCursor: page.nextCursor };
      return ok({ projects: page.projects, ...more });
    },
  });
  route(app, '/:id', {
    GET: async (c) => ok({ project: await projects.get(c.get('user'), idOf(c)) }),
    PUT: async (c) => {
      const user = requireUser(c);
      const body = await readJsonObject(c.req.raw, LIMITS.projectBodyBytes);
      const { project, created } = await projects.save(user, idOf(c), body);
      return ok({ project }, created ? 201 : 200);
    },
    DELETE: async (c) => {
      await projects.remove(requireUser(c), idOf(c));
      return ok();
    },
  });
  route(app, '/:id/restore', {
    POST: async (c) => ok({ project: await projects.restore(requireUser(c), idOf(c)) }),
  });
  route(app, '/:id/market', {
    POST: async (c) => {
      const user = requireUser(c);
      const body = await readJsonObject(c.req.raw, LIMITS.projectBodyBytes);
      const { app: published, created } = await projectMarket.publish(user, idOf(c), body);
      return ok({ app: await market.get(published.id) }, created ? 201 : 200);
    },
  });
  route(app, '/:id/hosts/:host/verify', {
    POST: async (c) => {
      const project = await projects.verifyHost(requireUser(c), idOf(c), c.req.param('host') ?? '');
      return ok({ project });
    },
  });
  return app;
}

function idOf(c: Context<AppEnv>): string {
  return c.req.param('id') ?? '';
}
