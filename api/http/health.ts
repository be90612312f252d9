import { Hono } from 'hono';
import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';
import { ok } from './envelope.ts';
import type { AppEnv } from './env.ts';
import { route } from './route.ts';

/** `/healthz`: the process lives. `/readyz`: the database answers (design 13). */
export function healthRoutes(db: Database): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  route(app, '/healthz', { GET: () => ok() });
  route(app, '/readyz', {
    GET: async () => {
      if (await db.isReady()) return ok({ database: db.mode });
      throw new ApiError('unavailable', 'The database does not answer.', { retryAfter: 1 });
    },
  });
  return app;
}
